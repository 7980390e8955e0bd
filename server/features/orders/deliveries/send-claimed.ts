import type { ShownDelivery } from '#contract/order-delivery.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { FinishedAttempt } from './attempt.ts';
import type { Claim, ClaimedDelivery } from './claim-writes.ts';
import { sendFile } from './send-file.ts';
import { prepareWebhook, sendWebhook } from './send-webhook.ts';

/** Deliveries that one request, file or mail sends. */
export interface ClaimedSend {
  /** Places that it takes. */
  count: number;
  attempts: Promise<FinishedAttempt[]>;
}

/** Sends claimed deliveries. No transaction is open meanwhile. */
export function sendClaimed(
  context: Pick<Context, 'db' | 'outbound' | 'config' | 'log'>,
  claim: Claim,
  { organizationId, places, signal }: { organizationId: string; places: number; signal: AbortSignal },
): ClaimedSend[] {
  const { delivery } = claim.order;
  if (delivery.kind === 'webhook') {
    return claim.deliveries.map((one) => ({
      count: 1,
      attempts: sendOne(context, claim, { delivery, one, signal })
        .catch((error: unknown) => {
          context.log.error({ err: error, delivery: one.id }, 'a delivery could not be sent');
          return unsent(one, delivery);
        })
        .then((attempt) => [attempt]),
    }));
  }
  if (delivery.kind === 'none' || claim.deliveries.length === 0) return [];
  const files = delivery.every === 'lead' ? claim.deliveries.map((one) => [one]) : [claim.deliveries];
  return files.map((deliveries) => ({
    count: Math.min(deliveries.length, places),
    attempts: sendFile(context, delivery, { organizationId, claim, deliveries, signal }),
  }));
}

interface One {
  delivery: Extract<ShownDelivery, { kind: 'webhook' }>;
  one: ClaimedDelivery;
  signal: AbortSignal;
}

async function sendOne(
  { outbound }: Pick<Context, 'outbound'>,
  { order, secrets }: Claim,
  { delivery, one, signal }: One,
): Promise<FinishedAttempt> {
  const { soldAt, price, currency, lead } = one;
  const at = new Date();
  const sale = { deliveryId: one.id, soldAt, price, currency, timeZone: order.timeZone };
  const prepared = prepareWebhook({ delivery, secrets, lead, sale, at, isTest: false });
  if (secrets.secret === undefined) {
    return {
      ...{ delivery: one, at, milliseconds: 0, reading: null, retryAfterMs: null },
      shown: { request: prepared.shown, answer: null },
      masked: { request: prepared.masked, answer: null },
      fault: { isRefused: true, message: "The order's secrets can't be read: enter them again" },
    };
  }
  return { delivery: one, ...(await sendWebhook(outbound, prepared, signal)) };
}

/** Nothing was sent, by a fault of this program. */
function unsent(one: ClaimedDelivery, { url, method }: One['delivery']): FinishedAttempt {
  const exchange = { request: { method, url, headers: {}, body: null }, answer: null };
  return {
    ...{ delivery: one, at: new Date(), milliseconds: 0, reading: null, retryAfterMs: null },
    ...{ shown: exchange, masked: exchange },
    fault: { isRefused: true, message: "The request couldn't be made" },
  };
}
