import { insertSelected } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { FinishedAttempt } from './attempt.ts';
import type { AttemptOutcome } from './outcome.ts';

export interface RecordedOutcome {
  attempt: FinishedAttempt;
  outcome: AttemptOutcome;
}

/** In a row: answers of a misconfigured order, rejections, attempts without an answer. */
export interface QueueCounts {
  refusals: number;
  rejections: number;
  silences: number;
}

/** Locks what the deliveries of an order share; of a deleted order there is nothing. */
export async function lockCounts(
  tx: TenantTransaction,
  orderId: string,
): Promise<QueueCounts & { now: Date }> {
  const [queue] = await tx.query<QueueCounts & { now: Date }>(
    `SELECT refusals, rejections, silences, clock_timestamp() AS now FROM delivery_queues
     WHERE organization_id = $1 AND order_id = $2 FOR UPDATE`,
    [tx.organizationId, orderId],
  );
  return queue ?? { refusals: 0, rejections: 0, silences: 0, now: new Date() };
}

/** Returns the deliveries that still were this server's. */
export async function writeOutcomes(
  tx: TenantTransaction,
  judged: readonly RecordedOutcome[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE deliveries d SET state = o.state, reason = o.reason, reference = coalesce(o.reference, d.reference),
       next_at = o.next_at, may_be_known = o.may_be_known, claim = NULL
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::boolean[])
       AS o (id, claim, state, reason, reference, next_at, may_be_known)
     WHERE d.organization_id = $1 AND d.id = o.id AND d.claim = o.claim AND d.state = 'sending' RETURNING d.id`,
    [
      tx.organizationId,
      judged.map(({ attempt }) => attempt.delivery.id),
      judged.map(({ attempt }) => attempt.delivery.claim),
      judged.map(({ outcome }) => outcome.state),
      judged.map(({ outcome }) => outcome.reason),
      judged.map(({ outcome }) => outcome.reference),
      judged.map(({ outcome: { delayMs } }) => (delayMs === null ? null : new Date(now.getTime() + delayMs))),
      judged.map(({ outcome }) => outcome.mayBeKnown),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function insertAttempts(
  tx: TenantTransaction,
  judged: readonly RecordedOutcome[],
): Promise<void> {
  const attempts = judged.map(({ attempt }) => attempt);
  const json = (values: readonly unknown[]) =>
    values.map((value) => (value === null ? null : JSON.stringify(value)));
  await tx.query(
    insertSelected(`INSERT INTO delivery_attempts (organization_id, delivery_id, number, lead_id, at, milliseconds, request,
       masked_request, answer, masked_answer, read, reason)
     SELECT $1, a.* FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::int[], $7::jsonb[], $8::jsonb[],
       $9::jsonb[], $10::jsonb[], $11::text[], $12::text[]) AS a`),
    [
      tx.organizationId,
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.number),
      attempts.map(({ delivery }) => delivery.lead.id),
      attempts.map(({ at }) => at),
      attempts.map(({ milliseconds }) => milliseconds),
      json(attempts.map(({ shown }) => shown.request)),
      json(attempts.map(({ masked }) => masked.request)),
      json(attempts.map(({ shown }) => shown.answer)),
      json(attempts.map(({ masked }) => masked.answer)),
      attempts.map(({ reading }) => reading?.state ?? null),
      judged.map(({ outcome }) => outcome.reason),
    ],
  );
}

/** A price that the buyer's answer names is that of the sale. */
export async function writePrices(tx: TenantTransaction, judged: readonly RecordedOutcome[]): Promise<void> {
  const priced = judged.filter(({ outcome: { state, price } }) => state === 'accepted' && price !== null);
  if (priced.length === 0) return;
  await tx.query(
    `UPDATE lead_sales s SET price = p.price
     FROM unnest($2::uuid[], $3::uuid[], $4::numeric[]) AS p (lead_id, id, price)
     WHERE s.organization_id = $1 AND s.lead_id = p.lead_id AND s.id = p.id AND s.currency IS NOT NULL`,
    [
      tx.organizationId,
      priced.map(({ attempt }) => attempt.delivery.lead.id),
      priced.map(({ attempt }) => attempt.delivery.saleId),
      priced.map(({ outcome }) => outcome.price),
    ],
  );
}

/** @param times milliseconds from now: of a hold, and of the earliest repeat */
export async function writeCounts(
  tx: TenantTransaction,
  orderId: string,
  { refusals, rejections, silences }: QueueCounts,
  { now, holdMs, nextMs }: { now: Date; holdMs: number | null; nextMs: number | null },
): Promise<void> {
  const after = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms));
  await tx.query(
    `UPDATE delivery_queues SET refusals = $3, rejections = $4, silences = $5,
       held_until = greatest(held_until, $6::timestamptz), next_at = least(next_at, $7::timestamptz)
     WHERE organization_id = $1 AND order_id = $2`,
    [tx.organizationId, orderId, refusals, rejections, silences, after(holdMs), after(nextMs)],
  );
}

/** Puts accepted deliveries on the timelines of their leads. */
export async function insertDelivered(
  tx: TenantTransaction,
  judged: readonly RecordedOutcome[],
  by: string,
): Promise<void> {
  const accepted = judged.filter(({ outcome: { state } }) => state === 'accepted');
  if (accepted.length === 0) return;
  await tx.query(
    insertSelected(`INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_name, detail, version)
     SELECT $1, l.id, e.id, 'delivered', $4, $5, l.version FROM unnest($2::uuid[], $3::uuid[]) AS e (lead_id, id)
     JOIN leads l ON l.organization_id = $1 AND l.id = e.lead_id`),
    [
      tx.organizationId,
      accepted.map(({ attempt }) => attempt.delivery.lead.id),
      accepted.map(() => newId()),
      by,
      'The buyer accepted the lead',
    ],
  );
}
