import type pg from 'pg';
import { columnList } from '../../platform/db/literals.ts';
import type { TableHeader, TableSum } from './backup-format.ts';

/**
 * Servers rebuild the lead index. Sessions and short-lived counters and grants must not return. The first
 * server to start records its key.
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
  // Imports read it from the entries again.
  'suppression_filters',
];

/** Makes a row's text the same on every machine and PostgreSQL version. */
export const PORTABLE_TEXT = `
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL xmlbinary = 'base64';
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** By name, without generated columns. */
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

/** Returns the column with the organization's id, or null. */
export function organizationColumn({ table, columns }: TableHeader): string | null {
  if (table === 'organizations') return 'id';
  return columns.includes('organization_id') ? 'organization_id' : null;
}

/** Returns the row count and an order-independent sum of hashes. Requires `PORTABLE_TEXT`. */
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
