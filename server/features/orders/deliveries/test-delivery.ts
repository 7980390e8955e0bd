import type { Lead } from '#contract/leads.ts';
import type { BuyerAnswer, DeliveryTest } from '#contract/order-deliveries.ts';
import type { GivenDelivery } from '#contract/order-delivery.ts';
import { leadNotFound } from '../../../lead/edits/reads.ts';
import { readLeads } from '../../../lead/lead-reads.ts';
import { type OrderSecrets, readOrderSecrets } from '../../../lead/orders/deliveries/order-secret-writes.ts';
import { readAnswer } from '../../../lead/orders/deliveries/read-answer.ts';
import { separateSecrets } from '../../../lead/orders/deliveries/saved-delivery.ts';
import type { StoredOrder } from '../../../lead/orders/stored-order.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { madeUpLead } from './made-up-lead.ts';
import { type PreparedWebhook, prepareWebhook, sendWebhook } from './send-webhook.ts';

/** A delivery whose request is shown or sent as a test. */
interface Tested {
  order: StoredOrder | null;
  /** In place of the order's. */
  delivery?: GivenDelivery | undefined;
  leadId?: string | undefined;
}

/**
 * Returns the request that a delivery makes of a lead.
 * @throws HttpError not_found for a lead, or conflict for a delivery that makes none
 */
export async function prepareTest(
  tx: TenantTransaction,
  { order, delivery: given, leadId }: Tested,
): Promise<PreparedWebhook> {
  const { delivery, secrets } = await testedDelivery(tx, order, given);
  if (delivery.kind !== 'webhook') throw new HttpError('conflict', 'Only a webhook can be tested');
  const lead = leadId === undefined ? madeUpLead() : await testedLead(tx, leadId);
  const at = new Date();
  const sale = {
    ...{ deliveryId: newId(), soldAt: at, timeZone: order?.timeZone ?? 'UTC' },
    ...{ price: order?.price ?? null, currency: order?.currency ?? null },
  };
  return prepareWebhook({ delivery, secrets, lead, sale, at, isTest: true });
}

async function testedDelivery(
  tx: TenantTransaction,
  order: StoredOrder | null,
  given: GivenDelivery | undefined,
): Promise<{ delivery: StoredOrder['delivery']; secrets: OrderSecrets }> {
  const secrets = order === null ? {} : ((await readOrderSecrets(tx, order.id)) ?? {});
  const held = order === null ? null : { delivery: order.delivery, secrets };
  if (given !== undefined) return separateSecrets(given, held, new Date());
  if (held === null) throw new HttpError('conflict', 'There is no delivery to test');
  return held;
}

async function testedLead(tx: TenantTransaction, leadId: string): Promise<Lead> {
  const [lead] = await readLeads(tx, [leadId]);
  if (lead === undefined) throw leadNotFound();
  if (lead.suppressed)
    throw new HttpError('conflict', 'This person must not be contacted: test with another lead');
  return lead;
}

/** Sends a test and reads the answer. */
export async function sendTest(outbound: Outbound, prepared: PreparedWebhook): Promise<DeliveryTest> {
  const { shown, reading, fault } = await sendWebhook(outbound, prepared);
  if (reading === null) {
    return { ...unsent(prepared), reason: fault?.message ?? null };
  }
  return shownReading(prepared, shown.answer, reading);
}

/** Reads an answer that was recorded before. */
export function readRecorded(prepared: PreparedWebhook, answer: BuyerAnswer | undefined): DeliveryTest {
  if (answer === undefined) return unsent(prepared);
  return shownReading(prepared, answer, readAnswer(prepared.delivery.accept, answer));
}

function unsent({ shown }: PreparedWebhook): DeliveryTest {
  return { request: shown, answer: null, read: null, reason: null, price: null, reference: null };
}

function shownReading(
  { shown }: PreparedWebhook,
  answer: BuyerAnswer | null,
  { state, reason, price, reference }: ReturnType<typeof readAnswer>,
): DeliveryTest {
  return { request: shown, answer, read: state, reason, price, reference };
}
