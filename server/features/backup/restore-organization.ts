import type { Buffer } from 'node:buffer';
import pg from 'pg';
import { ANY_LEADS } from '../../lead/change/announce-leads.ts';
import { pauseRestoredOrders } from '../../lead/order-deliveries/lost-secret-writes.ts';
import { insertRestored } from '../../lead/store/store.ts';
import { usernameKey } from '../../platform/accounts/user-reads.ts';
import { auditColumns, auditInsert } from '../../platform/audit/writes.ts';
import { AdminError, BY_COMMAND_LINE } from '../../platform/command-line/command.ts';
import { columnList } from '../../platform/db/literals.ts';
import { appliedNames } from '../../platform/db/migration-files.ts';
import { noticeOf } from '../../platform/events/notices.ts';
import { newId } from '../../platform/ids.ts';
import type { TableHeader } from './backup-format.ts';
import { isEqual, type RestoreSource, refuseCluster } from './restore-installation.ts';
import { copyRows } from './restore-rows.ts';
import { dropForeignKeys, sealSecondFactors, sealSuppressions } from './sealed-secrets.ts';
import { organizationColumn, PORTABLE_TEXT, sumOf } from './tables.ts';

export interface RestoredOrganization {
  id: string;
  name: string;
  /** Lines about all differences. */
  notes: string[];
}

/** Temporary table of a table's rows. */
const staged = (table: string): string => pg.escapeIdentifier(`restored_${table}`);

/**
 * Restores one organization into a database in use. Keeps ids and names that are free.
 * @param secretKey this installation's key; null if not on this machine
 * @throws AdminError for a backup of another version or a Citus cluster
 */
export async function restoreOrganization(
  ownerUrl: string,
  source: RestoreSource,
  secretKey: Buffer | null,
): Promise<RestoredOrganization> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await refuseCluster(client);
    await refuseOtherVersion(client, source);
    await client.query('BEGIN');
    await client.query(PORTABLE_TEXT);
    const restored = await restoreRows(client, source, secretKey);
    await client.query('COMMIT');
    return restored;
  } finally {
    await client.end();
  }
}

async function refuseOtherVersion(client: pg.Client, { info }: RestoreSource): Promise<void> {
  const applied = await appliedNames(client);
  if (applied.symmetricDifference(new Set(info.migrations)).size === 0) return;
  throw new AdminError(
    "This organization's backup was made by another version: restore it into an empty database, start this version on it once and back it up again",
  );
}

async function restoreRows(
  client: pg.Client,
  source: RestoreSource,
  secretKey: Buffer | null,
): Promise<RestoredOrganization> {
  const { organization } = source.info;
  if (organization === null) throw new Error("This isn't a backup of one organization");
  const tables = await stage(client, source);
  const id = (await isTaken(client, 'id = $1::uuid', organization.id)) ? newId() : organization.id;
  const name = await freeName(client, organization.name);
  const notes = [
    ...(id === organization.id ? [] : await sealAnew(client, organization)),
    ...(name === organization.name
      ? []
      : [`An organization named ${organization.name} already exists: this one is now ${name}`]),
    ...(await renameTakenUsers(client)),
    ...(await revokeKnownTokens(client)),
    ...(await sealSecondFactors(client, 'restored_users', source.info, secretKey)),
    ...(await sealSuppressions(client, 'staged', source.info, secretKey)),
    ...(await dropForeignKeys(client, 'staged', source.info, secretKey)),
    ...(await pauseRestoredOrders(client, 'staged')),
  ];
  await client.query(`UPDATE restored_organizations SET name = $1`, [name]);
  for (const table of await inOrderOfKeys(client, tables)) await insertStaged(client, table, id);
  await tellOthers(client, id, source);
  return { id, name, notes };
}

async function stage(client: pg.Client, source: RestoreSource): Promise<TableHeader[]> {
  const tables = await copyRows(client, source.path, source.passphrase, async ({ table, columns }) => {
    await client.query(
      `CREATE TEMPORARY TABLE ${staged(table)} ON COMMIT DROP AS
       SELECT ${columnList(columns)} FROM ${pg.escapeIdentifier(table)} WITH NO DATA`,
    );
    return `restored_${table}`;
  });
  for (const { table, columns } of tables) {
    if (isEqual(await sumOf(client, columns, staged(table)), source.tables[table])) continue;
    throw new AdminError(`The table ${table} doesn't match the backup after loading: nothing was restored`);
  }
  return tables;
}

async function isTaken(client: pg.Client, condition: string, value: string): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM organizations WHERE ${condition}`, [value]);
  return rowCount === 1;
}

async function freeName(client: pg.Client, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name} (${n})`;
    if (!(await isTaken(client, 'lower(name) = lower($1)', tried))) return tried;
  }
}

/** Seals include the organization's id, so a new id requires new seals. */
async function sealAnew(client: pg.Client, { id, name }: { id: string; name: string }): Promise<string[]> {
  const { rows } = await client.query<{ hash: Buffer }>(`SELECT hash FROM restored_audit_chains`);
  await client.query(`UPDATE restored_audit_logs SET sequence = NULL, previous_hash = NULL, hash = NULL`);
  await client.query(`DELETE FROM restored_audit_chains`);
  const end = rows[0]?.hash.toString('hex') ?? 'no entry';
  return [
    `The organization ${name} (${id}) still exists: this one has a new ID, and its audit trail, which ended with ${end}, was sealed again`,
  ];
}

/** Sign-in names are unique across organizations. */
async function renameTakenUsers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string; userId: string; username: string }>(
    `SELECT n.key, n.user_id AS "userId", u.username FROM restored_usernames n
     JOIN restored_users u ON u.id = n.user_id WHERE n.key IN (SELECT key FROM usernames) ORDER BY n.key`,
  );
  const notes: string[] = [];
  for (const { key, userId, username } of rows) {
    const free = await freeUsername(client, username);
    await client.query(`UPDATE restored_users SET username = $2 WHERE id = $1`, [userId, free]);
    await client.query(`UPDATE restored_usernames SET key = $2 WHERE key = $1`, [key, usernameKey(free)]);
    notes.push(`The username ${username} is taken: this user now signs in as ${free}`);
  }
  return notes;
}

async function freeUsername(client: pg.Client, username: string): Promise<string> {
  for (let n = 2; ; n++) {
    const tried = `${username}-${n}`;
    const { rowCount } = await client.query(
      `SELECT FROM usernames WHERE key = $1 UNION ALL SELECT FROM restored_usernames WHERE key = $1`,
      [usernameKey(tried)],
    );
    if (rowCount === 0) return tried;
  }
}

/** A token belongs to one organization, so tokens known to the database are revoked. */
async function revokeKnownTokens(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `UPDATE restored_api_tokens SET revoked_at = now()
     WHERE revoked_at IS NULL AND token_hash IN (SELECT token_hash FROM api_tokens WHERE revoked_at IS NULL)
     RETURNING name`,
  );
  return rows.map(
    ({ name }) => `The API token ${name} already exists here and was revoked in the restored organization`,
  );
}

/** Sorts tables after the tables that their foreign keys reference. */
async function inOrderOfKeys(client: pg.Client, tables: readonly TableHeader[]): Promise<TableHeader[]> {
  const { rows } = await client.query<{ table: string; needs: string }>(
    `SELECT c.relname::text AS table, r.relname::text AS needs FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND k.conrelid <> k.confrelid AND c.relnamespace = 'public'::regnamespace`,
  );
  const ordered: TableHeader[] = [];
  const waiting = new Map(tables.map((header) => [header.table, header]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ table }) => !rows.some((row) => row.table === table && waiting.has(row.needs)),
    );
    if (ready.length === 0) throw new Error(`Foreign keys go in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const header of ready) waiting.delete(header.table);
    ordered.push(...ready);
  }
  return ordered;
}

async function insertStaged(client: pg.Client, header: TableHeader, id: string): Promise<void> {
  const { table, columns } = header;
  const owned = organizationColumn(header);
  const values = columns.map((name) => (name === owned ? '$1::uuid' : pg.escapeIdentifier(name)));
  await client.query(insertRestored(table, columns, { source: staged(table), values }), [id]);
}

/** Servers then index the leads. */
async function tellOthers(client: pg.Client, id: string, { info }: RestoreSource): Promise<void> {
  await client.query(auditInsert(2), [
    id,
    ...auditColumns([
      {
        action: 'restore_backup',
        ...BY_COMMAND_LINE,
        details: { madeAt: info.madeAt, product: info.product },
      },
    ]),
  ]);
  for (const change of [ANY_LEADS, { type: 'audit' } as const]) {
    const { channel, payload } = noticeOf(id, change);
    await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }
}
