import { lockLeadsInOrder } from '../../../lead/operations/selection-reads.ts';
import { lockBulkBatch } from '../../../lead/operations/writes.ts';
import { lockOrder } from '../../../lead/orders/order-reads.ts';
import type { StoredOrder } from '../../../lead/orders/stored-order.ts';
import { takeBackSales } from '../../../lead/outcomes/take-back-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
import type { FinishedAttempt } from './attempt.ts';
import {
  insertAttempts,
  insertDelivered,
  lockCounts,
  type QueueCounts,
  type RecordedOutcome,
  writeCounts,
  writeOutcomes,
  writePrices,
} from './attempt-writes.ts';
import { outcomeOfAttempt } from './outcome.ts';
import { actorOfOrder, pauseOrder } from './pause-writes.ts';

/** In a row, after which an order pauses. */
const REFUSALS_MOST = 5;
const REJECTIONS_MOST = 20;
/** In a row, after which each further one holds the order a second longer. */
const SILENCES_FREE = 3;
const HOLD_MOST_MS = 60_000;

/**
 * Records finished attempts of an order: states, requests and answers, prices; takes rejected sales back and offers their leads to
 * other orders; pauses an order that is misconfigured or only rejected.
 */
export async function recordAttempts(
  tx: TenantTransaction,
  { id: orderId, name: orderName }: Pick<StoredOrder, 'id' | 'name'>,
  attempts: readonly FinishedAttempt[],
): Promise<void> {
  const judged = attempts.map((attempt) => ({ attempt, outcome: outcomeOfAttempt(attempt) }));
  const refused = judged.filter(({ outcome: { state } }) => state === 'rejected' || state === 'duplicate');
  if (refused.length > 0) {
    await lockBulkBatch(tx);
    await lockLeadsInOrder(
      tx,
      refused.map(({ attempt }) => attempt.delivery.lead.id),
    );
  }
  // Leads, order, queue: the order of all locks.
  const mayPause = judged.some(({ outcome: { counts } }) => counts === 'rejected' || counts === 'refused');
  const order = mayPause || refused.length > 0 ? await lockOrder(tx, orderId) : null;
  const { now, ...before } = await lockCounts(tx, orderId);
  const written = await writeOutcomes(tx, judged, now);
  await insertAttempts(tx, judged);
  const own = judged.filter(({ attempt }) => written.has(attempt.delivery.id));
  await writePrices(tx, own);
  await insertDelivered(tx, own, `Order ${orderName}`);
  await takeBack(tx, order, own);
  const counts = countInRow(before, judged);
  await writeCounts(tx, orderId, counts, { now, holdMs: holdOf(counts, judged), nextMs: nextOf(judged) });
  const reason = order === null || order.pausedAt !== null ? null : pauseReasonOf(counts, judged);
  if (order !== null && reason !== null) await pauseOrder(tx, order, reason);
  await notifyChanges(tx, { type: 'deliveries' });
}

async function takeBack(
  tx: TenantTransaction,
  order: StoredOrder | null,
  judged: readonly RecordedOutcome[],
): Promise<void> {
  const rejected = judged.filter(({ outcome: { state } }) => state === 'rejected' || state === 'duplicate');
  if (rejected.length === 0 || order === null) return;
  const { name, customerNumber } = order;
  await takeBackSales(
    tx,
    { actor: actorOfOrder(order), origin: null, resource: name, customerNumber },
    rejected.map(({ attempt: { delivery }, outcome: { state, reason } }) => ({
      leadId: delivery.lead.id,
      saleId: delivery.saleId,
      reason: [state === 'rejected' ? 'Rejected' : 'Duplicate', reason]
        .filter((part) => part !== null)
        .join(': '),
    })),
  );
}

function countInRow(before: QueueCounts, judged: readonly RecordedOutcome[]): QueueCounts {
  return judged.reduce(({ refusals, rejections, silences }, { outcome }) => {
    switch (outcome.counts) {
      case 'silent':
        return { refusals, rejections, silences: silences + 1 };
      case 'refused':
        return { refusals: refusals + 1, rejections, silences: 0 };
      case 'rejected':
        return { refusals: 0, rejections: rejections + 1, silences: 0 };
      case 'accepted':
        return { refusals: 0, rejections: 0, silences: 0 };
      default:
        return { refusals: 0, rejections, silences: 0 };
    }
  }, before);
}

function pauseReasonOf(
  { refusals, rejections }: QueueCounts,
  judged: readonly RecordedOutcome[],
): string | null {
  const last = judged.findLast(({ outcome }) => outcome.counts === 'refused')?.outcome.reason;
  if (judged.some(({ outcome }) => outcome.isGone))
    return 'The buyer answered 410: the address is gone for good';
  if (refusals >= REFUSALS_MOST) return `${REFUSALS_MOST} deliveries in a row were refused: ${last ?? ''}`;
  return rejections >= REJECTIONS_MOST ? `${REJECTIONS_MOST} leads in a row were rejected` : null;
}

/** A buyer that asks for fewer requests, or doesn't answer, is left alone. */
function holdOf({ silences }: QueueCounts, judged: readonly RecordedOutcome[]): number | null {
  const asked = Math.max(0, ...judged.map(({ outcome }) => outcome.holdMs ?? 0));
  const silent = Math.min(HOLD_MOST_MS, Math.max(0, silences - SILENCES_FREE) * 1_000);
  return Math.max(asked, silent) || null;
}

function nextOf(judged: readonly RecordedOutcome[]): number | null {
  const delays = judged.flatMap(({ outcome: { delayMs } }) => delayMs ?? []);
  return delays.length === 0 ? null : Math.min(...delays);
}
