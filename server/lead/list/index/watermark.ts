import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { makeSegment } from './build.ts';
import { FIRST_ID, type IdRange, LAST_ID } from './clauses.ts';

/** Most segments that are announced at once, a power of two. */
const SEGMENTS_AT_ONCE = 16;

/** Returns false when that has to go on later. */
export async function advanceWatermark(
  scope: OrganizationScope,
  leads: number,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  while (await scope.transaction((tx) => announce(tx, leads))) {
    if (isOver() || !(await scope.transaction((tx) => isAnnounced(tx)))) return false;
    while (await scope.transaction((tx) => makeNextSegment(tx, leads))) if (isOver()) return false;
  }
  return true;
}

/**
 * Takes the maintenance lock until the transaction ends, unless another server has it. The transaction sees one moment, as the leads it
 * reads and the log entries it removes belong together. Deletions for good wait (forget_deleted_leads).
 */
export async function lockSnapshot(tx: TenantTransaction): Promise<boolean> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  const [taken] = await tx.query<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('lead_index:' || $1, 0)) AS held",
    [tx.organizationId],
  );
  if (taken?.held !== true) return false;
  await tx.query('SELECT FROM lead_index WHERE organization_id = $1 FOR UPDATE', [tx.organizationId]);
  return true;
}

/**
 * Announces the next watermark where there are enough leads for it: from its commit on writers log changes below it.
 * @returns whether one is announced
 */
export async function announce(tx: TenantTransaction, leads: number): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  const [index] = await tx.query<{ watermark: string; isPending: boolean }>(
    'SELECT watermark, pending_watermark > watermark AS "isPending" FROM lead_index WHERE organization_id = $1',
    [tx.organizationId],
  );
  if (index?.isPending) return true;
  const from = index?.watermark ?? FIRST_ID;
  for (let segments = SEGMENTS_AT_ONCE; segments >= 1; segments /= 2) {
    const pending = await idBehind(tx, { from, before: LAST_ID }, segments * leads);
    if (pending === LAST_ID) continue;
    await tx.query(
      `INSERT INTO lead_index (organization_id, pending_watermark) VALUES ($1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET pending_watermark = excluded.pending_watermark, announced_at = NULL`,
      [tx.organizationId, pending],
    );
    return true;
  }
  return false;
}

/**
 * Whether all writers know the pending watermark: the ones that began before it are known by their transaction ids, and have
 * ended. To be called in another transaction than the one that announced it.
 */
export async function isAnnounced(tx: TenantTransaction): Promise<boolean> {
  // A transaction id that is yet to come is of another server, from which this database was restored.
  const [index] = await tx.query<{ announcedAt: string; isKnown: boolean }>(
    `SELECT announced_at AS "announcedAt", announced_at <= pg_snapshot_xmin(snapshot) AS "isKnown"
     FROM (
       SELECT least(announced_at, pg_snapshot_xmax(pg_current_snapshot())) AS announced_at, pg_current_snapshot() AS snapshot
       FROM lead_index WHERE organization_id = $1
     ) AS index`,
    [tx.organizationId],
  );
  if (index === undefined) return false;
  await tx.query('UPDATE lead_index SET announced_at = $2::xid8 WHERE organization_id = $1', [
    tx.organizationId,
    index.announcedAt,
  ]);
  return index.isKnown;
}

/** Makes the next segment below the pending watermark; returns whether there are more. */
export async function makeNextSegment(tx: TenantTransaction, leads: number): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  const [index] = await tx.query<{ watermark: string; pending: string; isKnown: boolean }>(
    `SELECT watermark, pending_watermark AS pending,
       coalesce(announced_at <= pg_snapshot_xmin(pg_current_snapshot()), false) AS "isKnown"
     FROM lead_index WHERE organization_id = $1`,
    [tx.organizationId],
  );
  if (index === undefined || !index.isKnown || index.watermark >= index.pending) return false;
  const before = await idBehind(tx, { from: index.watermark, before: index.pending }, leads);
  await makeSegment(tx, { from: index.watermark, before });
  await tx.query('UPDATE lead_index SET watermark = $2 WHERE organization_id = $1', [
    tx.organizationId,
    before,
  ]);
  return before < index.pending;
}

/** The id behind the first `leads` leads of a range; its end where there are no more. */
async function idBehind(tx: TenantTransaction, { from, before }: IdRange, leads: number): Promise<string> {
  const [next] = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_search WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3
     ORDER BY lead_id OFFSET $4 LIMIT 1`,
    [tx.organizationId, from, before, leads],
  );
  return next?.id ?? before;
}
