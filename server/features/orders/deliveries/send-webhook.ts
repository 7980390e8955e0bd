import type { Lead } from '#contract/leads.ts';
import type { BuyerAnswer, SentRequest } from '#contract/order-deliveries.ts';
import type { ShownDelivery } from '#contract/order-delivery.ts';
import { type OrderSecrets, signingSecrets } from '../../../lead/orders/deliveries/order-secret-writes.ts';
import { readAnswer } from '../../../lead/orders/deliveries/read-answer.ts';
import { type SaleToSend, type SentValue, sentValues } from '../../../lead/orders/deliveries/sent-values.ts';
import { type WebhookRequest, webhookRequest } from '../../../lead/orders/deliveries/webhook-request.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundAnswer } from '../../../platform/outbound/send-request.ts';
import type { Exchange, FinishedAttempt } from './attempt.ts';
import { maskAnswer, maskedValues } from './masked-values.ts';
import { readRetryAfter } from './outcome.ts';

type Webhook = Extract<ShownDelivery, { kind: 'webhook' }>;

/** A webhook, ready to be sent. */
export interface PreparedWebhook {
  delivery: Webhook;
  lead: Lead;
  values: SentValue[];
  sent: WebhookRequest;
  shown: SentRequest;
  masked: SentRequest;
}

interface PreparedFor {
  delivery: Webhook;
  secrets: OrderSecrets;
  lead: Lead;
  sale: SaleToSend;
  at: Date;
  isTest: boolean;
}

/** Returns the request that delivers a lead. */
export function prepareWebhook({ delivery, secrets, lead, sale, at, isTest }: PreparedFor): PreparedWebhook {
  const values = sentValues(delivery.fields, lead, sale);
  const message = { id: sale.deliveryId, sentAt: at, secrets: signingSecrets(secrets, at), isTest };
  const target = { ...delivery, headers: secrets.headers ?? {} };
  const sent = webhookRequest(target, values, message);
  const hidden = new Set(Object.keys(target.headers).map((name) => name.toLowerCase()));
  const withoutSecrets = ({ method, url, headers, body }: WebhookRequest): SentRequest => ({
    method,
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, hidden.has(name.toLowerCase()) ? null : value]),
    ),
    body: body === '' ? null : body,
  });
  const masked = {
    ...webhookRequest(target, maskedValues(delivery.fields, values), message),
    headers: sent.headers,
  };
  return { delivery, lead, values, sent, shown: withoutSecrets(sent), masked: withoutSecrets(masked) };
}

type Sent = Pick<
  FinishedAttempt,
  'at' | 'milliseconds' | 'shown' | 'masked' | 'reading' | 'fault' | 'retryAfterMs'
>;

/** Sends a request and reads the answer by the rules of the order. */
export async function sendWebhook(
  outbound: Outbound,
  prepared: PreparedWebhook,
  signal?: AbortSignal,
): Promise<Sent> {
  const { sent, shown, masked, delivery } = prepared;
  const at = new Date();
  const began = performance.now();
  const { answer, fault } = await exchange(outbound, sent, signal);
  const milliseconds = Math.round(performance.now() - began);
  const kept = answer === null ? null : { status: answer.status, body: answer.body.replaceAll('\0', '') };
  return {
    ...{ at, milliseconds, fault },
    shown: { request: shown, answer: kept },
    masked: { request: masked, answer: kept === null ? null : maskedAnswer(kept, prepared) },
    reading: kept === null ? null : readAnswer(delivery.accept, kept),
    retryAfterMs: readRetryAfter(answer?.headers['retry-after'], new Date()),
  };
}

function maskedAnswer(
  { status, body }: BuyerAnswer,
  { lead, delivery, values }: PreparedWebhook,
): Exchange['answer'] {
  return { status, body: maskAnswer(body, lead, delivery.fields, values) };
}

async function exchange(
  outbound: Outbound,
  { url, method, headers, body }: WebhookRequest,
  signal: AbortSignal | undefined,
): Promise<{ answer: OutboundAnswer | null; fault: FinishedAttempt['fault'] }> {
  try {
    const answer = await outbound.send(url, {
      ...{ method, headers },
      ...(body !== '' && { body }),
      ...(signal && { signal }),
    });
    return { answer, fault: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      answer: null,
      fault: {
        isRefused: error.fault === 'refused' || error.fault === 'misconfigured',
        message: error.message,
      },
    };
  }
}
