import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { indexSegment, indexSubstrings, lockSnapshot, makeSegment } from '../index/finder.ts';
import assignInThread from './buckets.ts';
import { type OrderThreads, remakeBuckets } from './order-writes.ts';
import chooseInThread from './thresholds.ts';

const LOCK_POLL_MS = 200;

interface SegmentRange {
  from: string;
  before: string;
}

const WORK: OrderThreads = {
  assign: (fields) => assignInThread(null, fields),
  choose: (samples, scale) => chooseInThread(null, { samples, scale }),
};

/** Makes every segment of the index and its order from the leads, while pages are read. Returns the number of segments. */
export async function rebuildIndexAndOrder(scope: OrganizationScope): Promise<number> {
  const ranges = await scope.transaction(segmentRanges);
  for (const range of ranges) {
    while (!(await scope.transaction((tx) => rebuildSegment(tx, range)))) await wait(LOCK_POLL_MS);
  }
  return ranges.length;
}

function segmentRanges(tx: TenantTransaction): Promise<SegmentRange[]> {
  return tx.query<{ from: string; before: string }>(
    `SELECT low AS "from", lead(low, 1, watermark) OVER (ORDER BY low) AS before
     FROM lead_segments JOIN lead_index USING (organization_id) WHERE organization_id = $1 ORDER BY low DESC`,
    [tx.organizationId],
  );
}

/** Keeps nothing of what the segment held. Returns false while another server maintains the index. */
async function rebuildSegment(tx: TenantTransaction, range: SegmentRange): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  await tx.query('DELETE FROM lead_segments WHERE organization_id = $1 AND low = $2', [
    tx.organizationId,
    range.from,
  ]);
  await remakeBuckets(tx, await makeSegment(tx, range), WORK);
  await indexSegment(tx, range, indexSubstrings);
  return true;
}
