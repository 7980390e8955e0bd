import { isDeepStrictEqual } from 'node:util';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { StoredLead } from '#server/lead/rows/stored-lead.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import type { TestApp } from './app.ts';

/** A connection of the owner role, which sees the rows of all organizations. */
interface Owner {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Returns the counts of an organization that differ from its rows; must be empty. */
export function wrongCounts(app: Pick<TestApp, 'context'>, organizationId: string): Promise<unknown[]> {
  return wrongCountsIn(app.context.db.owner, organizationId);
}

/** Returns the wrong counts of an organization in any database. */
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
       SELECT 'created' AS dimension, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS value, count(*)::int AS total,
         0 AS valid, 0 AS qualified
       FROM leads WHERE organization_id = $1 AND deleted_at IS NULL GROUP BY 2
       UNION ALL
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

/** Returns leads with a missing or outdated searched text, or with one although they are in the trash; must be empty. */
export function wrongSearches(app: Pick<TestApp, 'context'>, organizationId: string): Promise<unknown[]> {
  return wrongSearchesIn(app.context.db.owner, organizationId);
}

/** Returns the leads with wrong searched or folded texts of an organization in any database. */
export async function wrongSearchesIn(owner: Owner, organizationId: string): Promise<unknown[]> {
  const { rows } = await owner.query(
    `WITH held AS (SELECT *, deleted_at IS NULL AS is_listed FROM leads WHERE organization_id = $1),
       searched AS (SELECT lead_id AS id, search_text FROM lead_search WHERE organization_id = $1)
     SELECT held.*, search_text, ARRAY(
         SELECT n.text FROM lead_notes n WHERE n.organization_id = $1 AND n.lead_id = held.id ORDER BY n.id
       ) AS notes
     FROM held FULL JOIN searched USING (id)`,
    [organizationId],
  );
  return (rows as Searched[]).filter(isWrong);
}

interface Searched extends StoredLead {
  folded: { fields?: Record<string, string>; custom?: Record<string, string> } | null;
  /** Null for a text without a lead. */
  is_listed: boolean | null;
  search_text: string | null;
  notes: string[];
}

/** Columns with a text that is folded. */
const TEXTS = LEAD_FIELDS.flatMap(({ column, kind, filter }) =>
  ['text', 'email', 'phone', 'ip'].includes(kind) && filter === null ? [column] : [],
);

function isWrong(lead: Searched): boolean {
  const name = `${lead.first_name ?? ''} ${lead.last_name ?? ''}`;
  const customer = lead.customer_number === null ? [] : [foldText(lead.customer_number ?? '')];
  const lines = [
    ...[foldText(name), foldText(lead.email ?? ''), ...customer, ...lead.notes.map(foldText)],
    (lead.phone ?? '').replaceAll(/\D/g, ''),
  ];
  return (
    lead.search_text !== (lead.is_listed === true ? lines.join('\n') : null) ||
    !isDeepStrictEqual(lead.folded?.custom ?? {}, foldedOf(Object.entries(lead.custom_data ?? {}))) ||
    !isDeepStrictEqual(
      lead.folded?.fields ?? {},
      foldedOf(TEXTS.map((column) => [column, Reflect.get(lead, column)])),
    )
  );
}

function foldedOf(texts: readonly (readonly [string, unknown])[]): Record<string, string> {
  const folded = texts.filter(([, text]) => /[^ -~]/.test(String(text ?? '')));
  return Object.fromEntries(folded.map(([name, text]) => [name, foldText(String(text))]));
}
