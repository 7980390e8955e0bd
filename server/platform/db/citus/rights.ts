import pg from 'pg';
import type { AppRole } from '../app-role.ts';

export async function widenRights(client: pg.Client, { name }: AppRole): Promise<void> {
  const role = pg.escapeIdentifier(name);
  await letInsertAudit(client, role);
  await letChangeAppendOnly(client, role);
  await letShardsMove(client);
}

/** Citus passes on no column rights; a policy protects seals instead. */
async function letInsertAudit(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_policies WHERE tablename = 'audit_logs' AND policyname = 'unsealed'",
  );
  if (rowCount === 1) return;
  await client.query(
    `CREATE POLICY unsealed ON audit_logs AS RESTRICTIVE FOR INSERT TO ${role}
     WITH CHECK (sequence IS NULL AND previous_hash IS NULL AND hash IS NULL)`,
  );
  await client.query(`GRANT INSERT ON audit_logs TO ${role}`);
}

/** The functions run as owner, but Citus allows one writing role per transaction. */
async function letChangeAppendOnly(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE prosecdef AND oid IN ('delete_events_of_deleted'::regproc, 'remove_copied_events'::regproc,
       'undo_import_consents'::regproc, 'remove_copied_consents'::regproc)`,
  );
  if (rows.length === 0) return;
  for (const { name } of rows) await client.query(`ALTER FUNCTION ${name} SECURITY INVOKER`);
  await client.query(`GRANT DELETE ON lead_events TO ${role}`);
  await client.query(`GRANT UPDATE, DELETE ON lead_consents TO ${role}`);
}

/**
 * Citus moves shards as an owner, which can't write under forced row-level security. A policy shows the owner
 * all rows either way.
 */
async function letShardsMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c JOIN pg_dist_partition p ON p.logicalrelid = c.oid
     WHERE p.partmethod = 'h' AND c.relforcerowsecurity`,
  );
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
}
