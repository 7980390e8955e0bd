import type { GivenDelivery } from '#contract/order-delivery.ts';
import { nestValues } from './nested-values.ts';
import type { SentValue } from './sent-values.ts';
import { signWebhook } from './sign-webhook.ts';
import { writeXml } from './write-xml.ts';

type WebhookDelivery = Extract<GivenDelivery, { kind: 'webhook' }>;

/** Where and how the values of a lead are sent. */
export type WebhookTarget = Pick<WebhookDelivery, 'url' | 'method' | 'format' | 'headers'>;

/** A request as it goes out. */
export interface WebhookRequest {
  url: string;
  method: WebhookTarget['method'];
  headers: Record<string, string>;
  /** Empty if the fields are in the address. */
  body: string;
}

export interface WebhookMessage {
  /** `webhook-id`: that of the delivery, also in repeats. */
  id: string;
  sentAt: Date;
  /** The secret, and the former one while it is replaced. */
  secrets: readonly string[];
  isTest: boolean;
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml; charset=utf-8',
} as const;
const USER_AGENT = 'lead-manager';

/** Returns the signed request that delivers values. GET has no body, so its fields are in the address in every format. */
export function webhookRequest(
  { url, method, format, headers }: WebhookTarget,
  values: readonly SentValue[],
  { id, sentAt, secrets, isTest }: WebhookMessage,
): WebhookRequest {
  const bodyFormat = method === 'GET' || format === 'query' ? null : format;
  const body = bodyFormat === null ? '' : writeBody(bodyFormat, values);
  const own = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    url: bodyFormat === null ? withFields(url, values) : url,
    method,
    headers: {
      'user-agent': USER_AGENT,
      ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
      ...(bodyFormat !== null && { 'content-type': CONTENT_TYPES[bodyFormat] }),
      ...signWebhook({ id, sentAt, body }, secrets),
      ...(isTest && { 'webhook-test': 'true' }),
    },
    body,
  };
}

function writeBody(format: keyof typeof CONTENT_TYPES, values: readonly SentValue[]): string {
  if (format === 'form') return formFields(values);
  const nested = nestValues(values);
  return format === 'json' ? JSON.stringify(nested) : writeXml('lead', nested);
}

function withFields(address: string, values: readonly SentValue[]): string {
  const url = new URL(address);
  url.hash = '';
  url.search = [url.search.slice(1), formFields(values)].filter((part) => part !== '').join('&');
  return url.href;
}

/** A missing value is an empty one. */
function formFields(values: readonly SentValue[]): string {
  return new URLSearchParams(
    values.map(({ to, value }): [string, string] => [to, String(value ?? '')]),
  ).toString();
}
