import type pg from 'pg';
import { changeLeads, insertLeads } from '#server/lead/store/store.ts';
import type { Admission } from '#server/lead/suppression/admission.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';

/**
 * SQL expressions over `i` (1 to n) and `r(k)` (a repeatable random number for each row and k) that build a
 * lead.
 */
const COLUMNS = {
  first_name: `(array['Anna','Bruno','Chiara','Dmitri','Elena','François','Gül','Hans','Ingrid','José','Katarzyna','Luca','Maria','Nikolai','Olga','Pedro','Quentin','Rosa','Sven','Tariq'])[1 + floor(20 * r(1))::int] || case when i % 7 = 0 then ' ' || chr((65 + i % 26)::int) || '.' else '' end`,
  last_name: `(array['Andersson','Bianchi','Černý','Dubois','Eriksen','Fernández','García','Hoffmann','Ivanova','Jansen','Kowalski','Lindqvist','Moretti','Novak','Okafor','Petrov','Quispe','Rossi','Schmidt','Tanaka'])[1 + floor(20 * r(2))::int] || (i % 977)::text`,
  email: `'user' || i || '.' || substr(md5(seed || i::text), 1, 6) || '@' || (array['mail.test','example.com','example.org','post.test'])[1 + i % 4]`,
  phone: `case when r(3) < 0.05 then '0' || (100000 + i % 900000)::text else '+' || (array['49151','44740','33612','39347','34612'])[1 + i % 5] || lpad(i::text, 8, '0') end`,
  number_valid: 'r(3) >= 0.05',
  country: `(array['Germany','United Kingdom','France','Italy','Spain','Poland','Netherlands','Sweden','Austria','Switzerland','Portugal','Norway','Denmark','Finland','Ireland','Czechia','Greece','Hungary','Romania','Canada','United States','Australia','Japan','Brazil','Mexico','Chile','Peru','India','Kenya','Nigeria'])[1 + floor(30 * r(4) * r(4))::int]`,
  city: `'City ' || (i % 4000)`,
  address: `(1 + i % 300) || ' Main St'`,
  postcode: `(10000 + i % 80000)::text`,
  brand: `'Brand ' || floor(40 * r(5) * r(5))::int`,
  currency: `'EUR'`,
  deposit_amount: 'case when r(6) < 0.3 then null else round((20 * exp(4 * r(7)))::numeric, 2) end',
  deposit_date: `case when r(6) < 0.3 then null else date '2025-01-01' + floor(650 * r(8))::int end`,
  source: `'campaign-' || floor(200 * r(9) * r(9))::int`,
  affiliate: `'aff-' || (i % 200)`,
  hlr: `case when r(10) < 0.7 then null when r(10) < 0.9 then 'active' else 'inactive' end`,
  whatsapp: `case when r(11) < 0.8 then null when r(11) < 0.95 then 'yes' else 'no' end`,
  status: `case when r(12) < 0.7 then 'new' when r(12) < 0.85 then 'contacted' when r(12) < 0.95 then 'qualified' else 'converted' end`,
  is_sold: 'r(13) < 0.08',
  customer_number: `case when r(13) < 0.08 then 'C' || (i % 50) end`,
  tags: `case when r(14) < 0.5 then '{}'::text[] when r(14) < 0.8 then array['tag-' || floor(150 * r(15) * r(15))::int]
    else array['tag-' || floor(150 * r(15) * r(15))::int, 'wave-' || floor(20 * r(16))::int] end`,
} as const;

/**
 * Returns an SQL expression for a repeatable number from 0 to 1 by row and purpose, so that every machine
 * gets the same leads.
 */
export const random = (purpose: string): string =>
  `((hashint8extended(i, seed * 1000 + ${purpose}) & 2147483647) / 2147483648.0)`;

/** Leads per INSERT statement; bounds the memory that a statement needs. */
const LEADS_PER_STATEMENT = 250_000;

/**
 * Fills organizations with leads and their counts as the owner, bypassing all checks. Creates the indexes
 * after the rows, which takes a fraction of the time, and refreshes the statistics.
 */
export async function seedOrganizations(
  owner: pg.Client,
  organizations: readonly { id: string; leads: number }[],
  more: Record<string, string> = {},
): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('leads'::regclass, 'lead_search'::regclass) AND NOT indisprimary`,
  );
  for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`);
  for (const [seed, { id, leads }] of organizations.entries()) {
    await seedLeads(owner, id, leads, { seed: seed + 1, more });
  }
  await owner.query("SET maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('RESET maintenance_work_mem');
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
}

/**
 * Fills an organization with `count` leads and their counts as the owner, bypassing all checks. `more` are further columns, as
 * SQL expressions like those of `COLUMNS`.
 */
export async function seedLeads(
  owner: pg.Client,
  organizationId: string,
  count: number,
  { seed, more = {} }: { seed: number; more?: Record<string, string> },
): Promise<void> {
  const columns = { ...COLUMNS, ...more };
  const values = Object.values(columns)
    .join(', ')
    .replaceAll(/\br\((\d+)\)/g, (_, purpose: string) => random(purpose));
  for (let first = 1; first <= count; first += LEADS_PER_STATEMENT) {
    const last = Math.min(count, first + LEADS_PER_STATEMENT - 1);
    await insertLeads(
      { ...statementsOn(owner), organizationId },
      {
        admission: {} as Admission,
        columns: ['organization_id', 'id', 'created_at', ...Object.keys(columns)],
        source: `SELECT $1::uuid, uuidv7((i - ${count}) * interval '5 seconds'), now() + (i - ${count}) * interval '5 seconds', ${values}
          FROM (SELECT ${seed}::int8 AS seed) s, generate_series(${first}::int8, ${last}::int8) AS i`,
        values: [organizationId],
      },
    );
  }
  await owner.query(RECOUNT, [organizationId]);
}

/**
 * Changes leads of an organization that no server works with: `source` is a SELECT of their ids (`$1` is the organization)
 * and of values that `set` takes as columns of `p`.
 */
export async function changeSeeded(
  owner: pg.Client,
  organizationId: string,
  { source, set, values = [] }: { source: string; set: readonly string[]; values?: readonly unknown[] },
): Promise<void> {
  await changeLeads({ ...statementsOn(owner), organizationId }, { source, set, keepsVersion: true }, [
    organizationId,
    ...values,
  ]);
}

/** Recounts the leads of an organization after changes that bypassed all checks. */
export async function recountLeads(owner: pg.Client, organizationId: string): Promise<void> {
  await owner.query('DELETE FROM lead_stats WHERE organization_id = $1', [organizationId]);
  await owner.query(RECOUNT, [organizationId]);
}

const RECOUNT = `
  INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
  SELECT $1, d.dimension, d.value, gen_random_uuid(), count(*), count(*) FILTER (WHERE number_valid),
    count(*) FILTER (WHERE lower(status) = 'qualified')
  FROM leads
  CROSS JOIN LATERAL (
    VALUES ('all', ''), ('country', coalesce(country, '')), ('brand', coalesce(brand, '')), ('source', coalesce(source, '')),
      ('status', status), ('sold', is_sold::text), ('hlr', hlr_class::text), ('whatsapp', whatsapp_class::text),
      ('number', CASE WHEN phone IS NULL THEN '' WHEN number_valid THEN 'valid' ELSE 'invalid' END)
  ) d (dimension, value)
  WHERE organization_id = $1 AND deleted_at IS NULL
  GROUP BY 2, 3
  UNION ALL
  SELECT $1, 'created', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), gen_random_uuid(), count(*), 0, 0
  FROM leads WHERE organization_id = $1 AND deleted_at IS NULL GROUP BY 3
  UNION ALL
  SELECT $1, 'tag', tag, gen_random_uuid(), count(*), count(*) FILTER (WHERE number_valid),
    count(*) FILTER (WHERE lower(status) = 'qualified')
  FROM leads CROSS JOIN LATERAL unnest(tags) AS tag
  WHERE organization_id = $1 AND deleted_at IS NULL
  GROUP BY 3`;
