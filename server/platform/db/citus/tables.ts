import type pg from 'pg';

export interface PlacedTable {
  name: string;
  /** On the workers by organization, or on the coordinator. */
  placement: 'distributed' | 'local';
  isDistributed: boolean;
}

/**
 * Kept on the coordinator: owner functions write them within transactions of the application's role, but Citus
 * allows one role per organization and transaction. Sign-ins then need no worker, and tokens are found before
 * their organization is known.
 */
const ACCOUNT_TABLES = ['users', 'recovery_codes', 'ip_whitelist', 'api_tokens'];

/**
 * Distributes tables with the organization in every unique key; others have keys unique across organizations,
 * such as session tokens.
 */
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
