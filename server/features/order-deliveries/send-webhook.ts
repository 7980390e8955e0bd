import type { Lead } from '#contract/leads.ts';
import type { SentRequest } from '#contract/order-deliveries.ts';
import type { ShownDelivery } from '#contract/order-delivery.ts';
import { type OrderSecrets, signingSecrets } from '../../lead/order-deliveries/order-secret-writes.ts';
import { readAnswer } from '../../lead/order-deliveries/read-answer.ts';
import { type SaleToSend, type SentValue, sentValues } from '../../lead/order-deliveries/sent-values.ts';
import { type WebhookRequest, webhookRequest } from '../../lead/order-deliveries/webhook-request.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { OutboundAnswer } from '../../platform/outbound/send-request.ts';
import type { FinishedAttempt } from './attempt.ts';
import { hideSecrets } from './hide-secrets.ts';
import { maskAnswer, maskedValues } from './masked-values.ts';
import { readRetryAfter } from './outcome.ts';

type Webhook = Extract<ShownDelivery, { kind: 'webhook' }>;

/** A webhook, ready to be sent. */
export interface PreparedWebhook {
  delivery: Webhook;
  secrets: OrderSecrets;
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
  return {
    delivery,
    secrets,
    lead,
    values,
    sent,
    shown: withoutSecrets(sent),
    masked: withoutSecrets(masked),
  };
}

type Sent = Pick<
  FinishedAttempt,
  'at' | 'milliseconds' | 'shown' | 'masked' | 'reading' | 'fault' | 'retryAfterMs'
>;

/** Sends a request and reads the answer by the rules of the order; secrets that the buyer repeats aren't kept, and reasons are masked. */
export async function sendWebhook(
  outbound: Outbound,
  prepared: PreparedWebhook,
  signal?: AbortSignal,
): Promise<Sent> {
  const { sent, shown, masked } = prepared;
  const at = new Date();
  const began = performance.now();
  const { answer, fault } = await exchange(outbound, sent, signal);
  const milliseconds = Math.round(performance.now() - began);
  const read = answer === null ? null : readAndHide(answer, prepared);
  return {
    ...{ at, milliseconds, fault },
    shown: { request: shown, answer: read?.kept ?? null },
    masked: { request: masked, answer: read?.masked ?? null },
    reading: read?.reading ?? null,
    retryAfterMs: readRetryAfter(answer?.headers['retry-after'], new Date()),
  };
}

function readAndHide(answer: OutboundAnswer, { lead, delivery, secrets, values }: PreparedWebhook) {
  const given = { status: answer.status, body: answer.body.replaceAll('\0', '') };
  const { reason, reference, ...reading } = readAnswer(delivery.accept, given);
  const hide = (text: string) => hideSecrets(text, secrets);
  const mask = (text: string) => maskAnswer(text, lead, delivery.fields, values);
  const kept = { ...given, body: hide(given.body) };
  return {
    kept,
    masked: { ...kept, body: mask(kept.body) },
    reading: {
      ...reading,
      reason: reason === null ? null : mask(hide(reason)),
      reference: reference === null ? null : hide(reference),
    },
  };
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
