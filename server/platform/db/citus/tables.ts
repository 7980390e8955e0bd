import type pg from 'pg';

/** Table of the application in a Citus database. */
export interface PlacedTable {
  name: string;
  /** Where its rows belong: on the workers by organization, or on the coordinator. */
  placement: 'distributed' | 'local';
  /** Whether it is distributed already. */
  isDistributed: boolean;
}

/**
 * Tables that stay on the coordinator although they have the organization in every key. Functions with the owner's rights write
 * them for the application's role, in transactions in which it writes other tables: Citus has a connection for each role, and
 * so lets only one of them write the rows of an organization in a transaction. And sign-ins depend on no worker. Tokens are found by
 * their hashes, before the organization is known.
 */
const ACCOUNT_TABLES = ['users', 'recovery_codes', 'ip_whitelist', 'api_tokens'];

/**
 * Returns the application's tables. Those with the organization in every unique key are distributed. The others have keys that
 * are unique across organizations, such as sessions by their tokens.
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
