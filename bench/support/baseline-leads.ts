import type pg from 'pg';
import { migrateLocked, withMigrationLock } from '#server/platform/db/migrate.ts';
import { migrationNames } from '#server/platform/db/migration-files.ts';

/** Newest migration of the first baseline. */
const FIRST_BASELINE = '0018';

/** Brings an empty database to the first baseline: the version before the first numbered migration that the programs measure. */
export async function migrateToFirstBaseline(url: string): Promise<void> {
  const only = new Set((await migrationNames()).filter((name) => name.slice(0, 4) <= FIRST_BASELINE));
  await withMigrationLock(url, (client) => migrateLocked(client, url, null, { only }));
}

/**
 * Fills an organization of a database at the first baseline, bypassing all checks: every twelfth lead is sold, every eighth has a
 * customer number, and every lead has an event.
 */
export async function seedFirstBaseline(
  owner: pg.Client,
  organization: string,
  leads: number,
): Promise<void> {
  await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'Acme')", [organization]);
  await owner.query("SET maintenance_work_mem = '512MB'");
  await owner.query(LEADS, [organization, leads]);
  for (const statement of FURTHER) await owner.query(statement, [organization]);
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
}

const LEADS = `
  INSERT INTO leads (organization_id, id, first_name, last_name, email, phone, number_valid, country, brand, source, status,
    is_sold, customer_number, tags, created_by_name, created_at)
  SELECT $1, ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex(n & 4095), 3, '0')
      || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 20 = 7 then 'Élodie' else 'First' || n % 50 end, 'Last' || n % 977, 'user' || n || '@mail.test',
    '+49151' || lpad(n::text, 8, '0'), true, (array['Germany', 'France', 'Spain', 'Italy'])[1 + n % 4], 'Brand ' || n % 40,
    'campaign-' || n % 200, (array['new', 'new', 'contacted', 'callback'])[1 + n % 4], n % 12 = 0,
    case when n % 8 = 0 then 'C' || n % 50 end, case when n % 2 = 0 then array['tag-' || n % 150] else '{}' end, 'seed',
    now() - n * interval '5 seconds'
  FROM generate_series(1, $2::int) AS n`;

const FURTHER = [
  `INSERT INTO lead_search (organization_id, lead_id, search_text)
   SELECT organization_id, id, search_text_of(first_name, last_name, email, phone, folded) FROM leads WHERE organization_id = $1`,
  `INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_name)
   SELECT organization_id, id, id, 'created', 'seed' FROM leads WHERE organization_id = $1`,
  `INSERT INTO lead_sales (organization_id, lead_id, id, customer_number, sold_by_name)
   SELECT organization_id, id, id, coalesce(customer_number, 'C1'), 'seed' FROM leads WHERE organization_id = $1 AND is_sold`,
  `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
   SELECT organization_id, 'status', status, gen_random_uuid(), count(*), count(*), 0 FROM leads
   WHERE organization_id = $1 GROUP BY 1, 2, 3`,
];
