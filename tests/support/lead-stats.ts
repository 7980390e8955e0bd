import type { TestApp } from './app.ts';

/** A connection of the owner, who sees all. */
interface Owner {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Lists counts of an organization's leads that differ from the rows; there should be none. */
export function wrongCounts(app: Pick<TestApp, 'context'>, organizationId: string): Promise<unknown[]> {
  return wrongCountsIn(app.context.db.owner, organizationId);
}

/** As above, for any database. */
export async function wrongCountsIn(owner: Owner, organizationId: string): Promise<unknown[]> {
  const { rows } = await owner.query(
    `WITH counted AS (
       SELECT dimension, value, sum(total)::int AS total, sum(valid)::int AS valid, sum(qualified)::int AS qualified
       FROM lead_stats WHERE organization_id = $1 GROUP BY 1, 2
       HAVING sum(total) <> 0 OR sum(valid) <> 0 OR sum(qualified) <> 0
     ),
     places AS (
       SELECT d.dimension, d.value, l.number_valid, lower(l.status) = 'qualified' AS qualified
       FROM leads l CROSS JOIN LATERAL (
         VALUES ('all', ''), ('country', coalesce(country, '')), ('brand', coalesce(brand, '')),
           ('source', coalesce(source, '')), ('status', status), ('sold', is_sold::text), ('hlr', hlr_class::text),
           ('whatsapp', whatsapp_class::text), ('number', CASE WHEN phone IS NULL THEN '' WHEN number_valid THEN 'valid' ELSE 'invalid' END)
       ) d (dimension, value)
       WHERE l.organization_id = $1 AND l.deleted_at IS NULL
       UNION ALL
       SELECT 'tag', t.tag, l.number_valid, lower(l.status) = 'qualified'
       FROM leads l CROSS JOIN LATERAL unnest(l.tags) AS t (tag)
       WHERE l.organization_id = $1 AND l.deleted_at IS NULL
     ),
     stored AS (
       SELECT dimension, value, count(*)::int AS total, (count(*) FILTER (WHERE number_valid))::int AS valid,
         (count(*) FILTER (WHERE qualified))::int AS qualified
       FROM places GROUP BY 1, 2
     )
     SELECT dimension, value, row_to_json(counted) AS counted, row_to_json(stored) AS stored
     FROM counted FULL JOIN stored USING (dimension, value)
     WHERE (counted.total, counted.valid, counted.qualified) IS DISTINCT FROM (stored.total, stored.valid, stored.qualified)
     ORDER BY 1, 2`,
    [organizationId],
  );
  return rows;
}

/** Lists leads that a search would miss, find by outdated text, or find in the trash; there should be none. */
export function wrongSearches(app: Pick<TestApp, 'context'>, organizationId: string): Promise<unknown[]> {
  return wrongSearchesIn(app.context.db.owner, organizationId);
}

/** As above, for any database. */
export async function wrongSearchesIn(owner: Owner, organizationId: string): Promise<unknown[]> {
  const { rows } = await owner.query(
    `WITH live AS (
       SELECT id, lower(concat(first_name, ' ', last_name)) || chr(10) || lower(coalesce(email, '')) || chr(10)
         || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') AS held
       FROM leads WHERE organization_id = $1 AND deleted_at IS NULL
     ),
     listed AS (SELECT lead_id AS id, search_text FROM lead_search WHERE organization_id = $1)
     SELECT id, held, search_text FROM live FULL JOIN listed USING (id) WHERE held IS DISTINCT FROM search_text`,
    [organizationId],
  );
  return rows;
}
