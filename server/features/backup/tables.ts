import type pg from 'pg';
import { columnList } from '../../platform/db/column-list.ts';
import type { TableHeader, TableSum } from './backup-format.ts';

/**
 * Tables without rows in a backup. Servers make the lead index, its sort buckets and its change log again. Sessions and the counters
 * and permissions of a few minutes end with the installation that was backed up: one that was ended since must not come back. The
 * first server that starts brings its secret key.
 */
const LEFT_OUT = [
  'api_call_windows',
  'export_grants',
  'lead_bit_slices',
  'lead_bitmaps',
  'lead_change_log',
  'lead_index',
  'lead_segments',
  'lead_sort_buckets',
  'lead_sort_thresholds',
  'secret_key_fingerprint',
  'sessions',
  'sign_in_attempts',
];

/** Settings under which the text of a row is the same in every version of PostgreSQL and on every machine. */
export const PORTABLE_TEXT = `
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL xmlbinary = 'base64';
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Returns the tables with rows in a backup, in the order of their names, and their columns without generated ones. */
export async function tablesOf(client: pg.ClientBase): Promise<TableHeader[]> {
  const { rows } = await client.query<TableHeader>(
    `SELECT c.relname::text AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** Returns the tables whose rows belong to an organization, with the column that says which. */
export function organizationColumn({ table, columns }: TableHeader): string | null {
  if (table === 'organizations') return 'id';
  return columns.includes('organization_id') ? 'organization_id' : null;
}

/**
 * Returns the number of rows behind FROM and the sum of their hashes, which the order of rows doesn't change. The caller has set
 * `PORTABLE_TEXT`.
 */
export async function sumOf(
  client: pg.ClientBase,
  columns: readonly string[],
  from: string,
): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(
    `SELECT count(*) AS rows, coalesce(sum(hashtextextended(ROW(${columnList(columns)})::text, 0)), 0)::text AS checksum
     FROM ${from}`,
  );
  const [sum] = rows;
  if (sum === undefined) throw new Error('The sum of a table is missing');
  return sum;
}
