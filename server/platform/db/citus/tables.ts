import type pg from 'pg';

export interface PlacedTable {
  name: string;
  placement: 'distributed' | 'local';
  isDistributed: boolean;
}

/**
 * Owner functions write these tables in the application's transactions, but Citus allows only one role per
 * transaction. Sign-ins then need no worker.
 */
const ACCOUNT_TABLES = ['users', 'recovery_codes', 'ip_whitelist', 'api_tokens'];

/** Tables with the organization in every unique key are distributed. */
export async function findTables(client: pg.Client): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `SELECT c.relname AS name,
       CASE WHEN a.attnum IS NOT NULL AND c.relname <> ALL ($1)
           AND NOT EXISTS (
             SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY (i.indkey))
         THEN 'distributed' ELSE 'local' END AS placement,
       EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid AND p.partmethod = 'h') AS "isDistributed"
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
     ORDER BY c.relname`,
    [ACCOUNT_TABLES],
  );
  return rows;
}
