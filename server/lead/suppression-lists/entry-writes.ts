import { writeAudit } from '../../platform/audit/writes.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { idAt } from '../../platform/ids.ts';
import { entryKeys, type ReadEntry } from '../suppression/entry.ts';
import { suppressionSecret } from '../suppression/secret-writes.ts';
import { lockLists } from '../suppression/suppression-reads.ts';
import type { ListEditor } from './list-editor.ts';
import { queueMarking } from './list-writes.ts';
import { isLookedUp } from './mark-writes.ts';

/** Shared by new entries. */
export interface EntryTerms {
  listId: string;
  reason: string | null;
  source: string | null;
  expiresAt: string | null;
  createdBy: string;
}

/** Seconds until all leads are read once more for entries that aren't looked up: some may have come in the same moment. */
const MARKING_DELAY_S = 1;

/**
 * Adds entries to a list. Existing entries keep their reason and the later expiry. After the commit, no matching lead is unmarked or
 * gets sold, and open deliveries are canceled.
 * @returns how many are new
 */
export async function insertEntries(
  tx: TenantTransaction,
  entries: readonly ReadEntry[],
  terms: EntryTerms,
): Promise<number> {
  if (entries.length === 0) return 0;
  const secret = await suppressionSecret(tx);
  const keys = entryKeys(secret, entries);
  const byKey = new Map(entries.map((entry, at) => [keys[at] ?? '', entry]));
  await lockLists(tx);
  const stamp = await nextStamp(tx);
  const rows = [...byKey].map(([key, entry], at) => ({ key, entry, id: idAt(stamp, at) }));
  const added = await tx.query<{ id: string }>(
    `INSERT INTO suppressions AS e (organization_id, id, list_id, key, kind, hash, length, hint, reason, source, expires_at,
       created_by_name)
     SELECT $1, n.id, $2, n.key, n.kind, n.hash, n.length, n.hint, $3, $4, $5, $6
     FROM unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::smallint[], $12::text[])
       AS n (id, key, kind, hash, length, hint)
     ON CONFLICT (organization_id, key, list_id) DO UPDATE SET expires_at =
       CASE WHEN e.expires_at IS NOT NULL AND excluded.expires_at IS NOT NULL
         THEN greatest(e.expires_at, excluded.expires_at) END
     RETURNING id`,
    [
      ...[tx.organizationId, terms.listId, terms.reason, terms.source, terms.expiresAt, terms.createdBy],
      rows.map(({ id }) => id),
      rows.map(({ key }) => key),
      rows.map(({ entry }) => entry.kind),
      rows.map(({ entry }) => entry.hash),
      rows.map(({ entry }) => lengthOf(entry)),
      rows.map(({ entry }) => entry.hint),
    ],
  );
  const isNew = new Set(added.map(({ id }) => id));
  const made = rows.filter(({ id }) => isNew.has(id));
  await countEntries(
    tx,
    terms.listId,
    made.map(({ entry }) => ({ ...entry, length: lengthOf(entry) })),
  );
  const scanned = rows.find(({ entry }) => !isLookedUp(entry));
  if (scanned !== undefined) {
    await tx.query('UPDATE suppression_settings SET scan_due = $2 WHERE organization_id = $1', [
      tx.organizationId,
      scanned.id,
    ]);
    await queueMarking(tx, MARKING_DELAY_S);
  }
  await tx.query("SELECT enqueue_job('cancel_listed_deliveries')");
  return made.length;
}

/** Returns the time of the new entries' ids, above those of all earlier transactions. The lists must be locked. */
async function nextStamp(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ stamp: number }>(
    `UPDATE suppression_settings SET entry_stamp = greatest(entry_stamp + 1, $2) WHERE organization_id = $1
     RETURNING entry_stamp AS stamp`,
    [tx.organizationId, Date.now()],
  );
  if (row === undefined) throw new Error('The suppression settings vanished');
  return row.stamp;
}

function lengthOf({ kind, value }: ReadEntry): number {
  return kind === 'prefix' ? value.length : 0;
}

interface CountedEntry {
  kind: string;
  hash: string | null;
  length: number;
}

/** Adds entries to the counts of a list; `sign` -1 takes them away. */
async function countEntries(
  tx: TenantTransaction,
  listId: string,
  entries: readonly CountedEntry[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const groups = Map.groupBy(entries, ({ kind, hash, length }) => JSON.stringify([kind, hash ?? '', length]));
  if (groups.size === 0) return;
  const forms = [...groups.keys()].map((key): [string, string, number] => JSON.parse(key));
  await tx.query(
    `WITH inserted AS (
       INSERT INTO suppression_counts AS c (organization_id, list_id, kind, hash, length, entries)
       SELECT $1, $2, n.* FROM unnest($3::text[], $4::text[], $5::smallint[], $6::int[]) AS n
       ON CONFLICT (organization_id, list_id, kind, hash, length) DO UPDATE SET entries = c.entries + excluded.entries ${INSERTED}
     ) SELECT`,
    [
      ...[tx.organizationId, listId],
      forms.map(([kind]) => kind),
      forms.map(([, hash]) => hash),
      forms.map(([, , length]) => length),
      [...groups.values()].map((group) => sign * group.length),
    ],
  );
}

interface RemovedEntry extends CountedEntry, Record<string, unknown> {
  listId: string;
  hint: string;
}

const REMOVED = 'list_id AS "listId", kind, hash, length, hint';

/**
 * Removes an entry; its leads are unmarked in the background.
 * @throws HttpError not_found
 */
export async function forgetEntry(tx: TenantTransaction, id: string, editor: ListEditor): Promise<void> {
  await lockLists(tx);
  const removed = await tx.query<RemovedEntry>(
    `DELETE FROM suppressions WHERE organization_id = $1 AND id = $2 RETURNING ${REMOVED}`,
    [tx.organizationId, id],
  );
  const [entry] = removed;
  if (entry === undefined) throw new HttpError('not_found', 'Entry not found');
  await uncount(tx, removed);
  await queueMarking(tx);
  await writeAudit(tx, { action: 'remove_suppression', ...editor, resource: entry.hint });
}

/** Entries removed in one transaction. */
const EXPIRED_AT_ONCE = 10_000;

/** Removes expired entries; returns whether more are left. */
export async function deleteExpired(tx: TenantTransaction): Promise<boolean> {
  await lockLists(tx);
  const removed = await tx.query<RemovedEntry>(
    `DELETE FROM suppressions WHERE organization_id = $1 AND id = ANY (ARRAY(
       SELECT id FROM suppressions WHERE organization_id = $1 AND expires_at <= now() LIMIT ${EXPIRED_AT_ONCE}))
     RETURNING ${REMOVED}`,
    [tx.organizationId],
  );
  await uncount(tx, removed);
  return removed.length === EXPIRED_AT_ONCE;
}

async function uncount(tx: TenantTransaction, removed: readonly RemovedEntry[]): Promise<void> {
  for (const [listId, entries] of Map.groupBy(removed, (entry) => entry.listId)) {
    await countEntries(tx, listId, entries, -1);
  }
}
