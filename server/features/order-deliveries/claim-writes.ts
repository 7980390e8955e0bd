import sql from 'sql-template-tag';
import type { Lead } from '#contract/leads.ts';
import { consentClause, requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { findOrder } from '../../lead/customer-orders/order-reads.ts';
import { isWithinHours, localTimes } from '../../lead/customer-orders/period-reads.ts';
import type { StoredOrder } from '../../lead/customer-orders/stored-order.ts';
import { readLeads } from '../../lead/lead-reads.ts';
import { type OrderSecrets, readOrderSecrets } from '../../lead/order-deliveries/order-secret-writes.ts';
import { askLists, holdLists, isHit } from '../../lead/suppression/suppression-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** A server that hasn't recorded an attempt by then counts as dead: requests end after 15 s, emails and uploads after 120 s. */
const LEASE_MS = { webhook: 30_000, file: 180_000 };
const MINUTE_MS = 60_000;
/** Leads of one file or mail. */
const GROUP = 1_000;
/** Connections to a mail or SFTP server, of which some take few at a time. */
const FILES = 4;
/** Why deliveries of people who must not be contacted are canceled. */
export const SUPPRESSED_REASON = 'The email or phone is on a suppression list';

/** A delivery that this server sends now. */
export interface ClaimedDelivery {
  id: string;
  claim: string;
  /** Number of the attempt. */
  number: number;
  /** Attempts since it was sold or replayed, this one included. */
  tries: number;
  mayBeKnown: boolean;
  saleId: string;
  soldAt: Date;
  price: string | null;
  currency: string | null;
  lead: Lead;
}

/** Deliveries of an order to send now. */
export interface Claim {
  order: StoredOrder;
  secrets: OrderSecrets;
  deliveries: ClaimedDelivery[];
}

interface Queue {
  now: Date;
  heldUntil: Date | null;
  slotAt: Date | null;
}

interface Due
  extends Pick<ClaimedDelivery, 'id' | 'saleId' | 'soldAt' | 'price' | 'currency' | 'mayBeKnown'> {
  leadId: string;
  attempts: number;
  tries: number;
  isInterrupted: boolean;
  isOpenSale: boolean;
  isListed: boolean;
}

/**
 * Claims the next deliveries of an order, at most `limit`, and cancels deliveries that must not be sent any more.
 * @returns null if another server claims, or if nothing may be sent now
 */
export async function claimDeliveries(
  tx: TenantTransaction,
  orderId: string,
  limit: number,
): Promise<Claim | null> {
  // First, so that no one waits for the lists while holding the queue.
  await holdLists(tx);
  const queue = await lockQueue(tx, orderId);
  if (queue === null) return null;
  const order = await findOrder(tx, orderId);
  if (order === null || !order.active || order.pausedAt !== null || order.delivery.kind === 'none') {
    await moveQueue(tx, orderId, { nextAt: null });
    return null;
  }
  const opensAt = await waitsUntil(tx, order, queue);
  const pace = paceOf(order, queue, mostAtOnce(order, limit));
  const waits = opensAt ?? (pace.places === 0 ? pace.slotAt : null);
  if (waits !== null) {
    await moveQueue(tx, orderId, { nextAt: waits });
    return null;
  }
  const due = await lockDue(tx, orderId, pace.places);
  const sent = await withoutEnded(tx, order, due);
  const claim = newId();
  const leaseMs = LEASE_MS[order.delivery.kind === 'webhook' ? 'webhook' : 'file'];
  await markSending(tx, sent, { claim, now: queue.now, leaseMs });
  const next = await nextOf(tx, orderId);
  const slotAt = pace.interval === 0 ? null : new Date(pace.slotAt.getTime() + sent.length * pace.interval);
  await moveQueue(tx, orderId, { nextAt: later(next, slotAt), slotAt });
  const secrets = sent.length === 0 ? {} : ((await readOrderSecrets(tx, orderId)) ?? {});
  return {
    order,
    secrets,
    deliveries: sent.map(({ attempts, tries, isInterrupted, mayBeKnown, ...delivery }) => ({
      ...delivery,
      ...{ claim, number: attempts + 1, tries: tries + 1, mayBeKnown: mayBeKnown || isInterrupted },
    })),
  };
}

async function lockQueue(tx: TenantTransaction, orderId: string): Promise<Queue | null> {
  const [queue] = await tx.query<Queue>(
    `SELECT now() AS now, held_until AS "heldUntil", slot_at AS "slotAt" FROM delivery_queues
     WHERE organization_id = $1 AND order_id = $2 FOR UPDATE SKIP LOCKED`,
    [tx.organizationId, orderId],
  );
  return queue ?? null;
}

/** Returns when an order that is held or closed is looked at again; hours begin at full minutes. */
async function waitsUntil(
  tx: TenantTransaction,
  { hours, whenClosed, timeZone }: StoredOrder,
  { now, heldUntil }: Queue,
): Promise<Date | null> {
  if (heldUntil !== null && heldUntil > now) return heldUntil;
  if (whenClosed === 'skip' || hours.length === 0) return null;
  const local = (await localTimes(tx, [timeZone])).get(timeZone);
  if (local === undefined || isWithinHours(hours, local)) return null;
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS);
}

function mostAtOnce({ delivery }: StoredOrder, limit: number): number {
  if (!('every' in delivery)) return limit;
  return delivery.every === 'lead' ? Math.min(limit, FILES) : GROUP;
}

interface Pace {
  /** Deliveries that the rate permits now. */
  places: number;
  slotAt: Date;
  /** Milliseconds between two deliveries; 0 without a rate. */
  interval: number;
}

function paceOf({ delivery }: StoredOrder, { now, slotAt }: Queue, limit: number): Pace {
  const rate = delivery.kind === 'webhook' ? delivery.rate : undefined;
  if (rate === undefined) return { places: limit, slotAt: now, interval: 0 };
  const interval = MINUTE_MS / rate;
  // Makes up for the time between two claims, not for more.
  const burst = Math.max(1, Math.floor(rate / 60));
  const slot = Math.max(slotAt?.getTime() ?? 0, now.getTime() - interval * (burst - 1));
  const places = slot > now.getTime() ? 0 : Math.floor((now.getTime() - slot) / interval) + 1;
  return { places: Math.min(places, limit), slotAt: new Date(slot), interval };
}

function lockDue(tx: TenantTransaction, orderId: string, limit: number): Promise<Due[]> {
  return tx.query<Due>(
    `SELECT d.id, d.lead_id AS "leadId", d.sale_id AS "saleId", d.attempts, d.tries, d.state = 'sending' AS "isInterrupted",
       d.may_be_known AS "mayBeKnown", s.sold_at AS "soldAt", s.price, s.currency,
       s.id IS NOT NULL AND s.returned_at IS NULL AS "isOpenSale", l.id IS NOT NULL AS "isListed"
     FROM deliveries d
     LEFT JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = d.lead_id AND s.id = d.sale_id
     LEFT JOIN leads l ON l.organization_id = $1 AND l.id = d.lead_id AND l.deleted_at IS NULL
     WHERE d.organization_id = $1 AND d.order_id = $2 AND d.next_at <= now()
     ORDER BY d.next_at, d.id LIMIT $3 FOR UPDATE OF d SKIP LOCKED`,
    [tx.organizationId, orderId, limit],
  );
}

/** Cancels deliveries whose sale or lead is gone, and those of people who must not be passed on any more. */
async function withoutEnded(
  tx: TenantTransaction,
  { customerNumber }: StoredOrder,
  due: readonly Due[],
): Promise<(Due & { lead: Lead })[]> {
  const ended: { id: string; reason: string }[] = [];
  const leads = new Map(
    (
      await readLeads(
        tx,
        due.map(({ leadId }) => leadId),
      )
    ).map((lead) => [lead.id, lead]),
  );
  const possible = due.flatMap((one) => {
    const lead = leads.get(one.leadId);
    if (one.isOpenSale && one.isListed && lead !== undefined) return [{ ...one, lead }];
    const reason = one.isListed ? 'The sale has ended' : 'The lead is in the bin or gone';
    ended.push({ id: one.id, reason });
    return [];
  });
  const hits = await askLists(
    tx,
    possible.map(({ lead }) => ({ email: lead.email, phone: lead.numberValid ? lead.phone : null })),
    { customer: customerNumber },
  );
  const refused = await withoutConsent(tx, possible);
  const sent = possible.filter(({ id, leadId }, at) => {
    const hit = hits[at];
    const isListed = hit !== undefined && isHit(hit);
    if (isListed) ended.push({ id, reason: SUPPRESSED_REASON });
    else if (refused.has(leadId)) ended.push({ id, reason: 'The consent that sales require is missing' });
    return !isListed && !refused.has(leadId);
  });
  await cancelEach(tx, ended);
  return sent;
}

async function withoutConsent(
  tx: TenantTransaction,
  due: readonly { leadId: string }[],
): Promise<ReadonlySet<string>> {
  const required = await requiredConsents(tx);
  if (required.length === 0 || due.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    sql`select id from leads where organization_id = ${tx.organizationId} and id = any(${due.map(({ leadId }) => leadId)}::uuid[])
      and not ${consentClause(required)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Cancels open deliveries, each for a reason. */
export async function cancelEach(
  tx: TenantTransaction,
  ended: readonly { id: string; reason: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  await tx.query(
    `UPDATE deliveries d SET state = 'canceled', reason = e.reason, next_at = NULL, claim = NULL
     FROM unnest($2::uuid[], $3::text[]) AS e (id, reason)
     WHERE d.organization_id = $1 AND d.id = e.id AND (d.state IN ('waiting', 'unknown') OR d.state = 'sending' AND d.next_at <= now())`,
    [tx.organizationId, ended.map(({ id }) => id), ended.map(({ reason }) => reason)],
  );
}

async function markSending(
  tx: TenantTransaction,
  sent: readonly Due[],
  { claim, now, leaseMs }: { claim: string; now: Date; leaseMs: number },
): Promise<void> {
  if (sent.length === 0) return;
  await tx.query(
    `UPDATE deliveries SET may_be_known = may_be_known OR state = 'sending', state = 'sending', claim = $3, attempts = attempts + 1,
       tries = tries + 1, last_at = $4, next_at = $5
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.organizationId, sent.map(({ id }) => id), claim, now, new Date(now.getTime() + leaseMs)],
  );
}

async function nextOf(tx: TenantTransaction, orderId: string): Promise<Date | null> {
  const [row] = await tx.query<{ next: Date | null }>(
    'SELECT min(next_at) AS next FROM deliveries WHERE organization_id = $1 AND order_id = $2 AND next_at IS NOT NULL',
    [tx.organizationId, orderId],
  );
  return row?.next ?? null;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one === null || other === null || one > other ? one : other;
}

async function moveQueue(
  tx: TenantTransaction,
  orderId: string,
  { nextAt, slotAt = null }: { nextAt: Date | null; slotAt?: Date | null },
): Promise<void> {
  await tx.query(
    `UPDATE delivery_queues SET next_at = $3, slot_at = coalesce($4::timestamptz, slot_at)
     WHERE organization_id = $1 AND order_id = $2`,
    [tx.organizationId, orderId, nextAt, slotAt],
  );
}
