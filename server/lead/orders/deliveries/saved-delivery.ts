import { isDeepStrictEqual } from 'node:util';
import type { GivenDelivery, ShownDelivery } from '#contract/order-delivery.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { OrderSecrets } from './order-secret-writes.ts';
import { newWebhookSecret } from './sign-webhook.ts';

const DAY_MS = 86_400_000;

/** A delivery as it is saved, its secrets apart. */
export interface SavedDelivery {
  delivery: ShownDelivery;
  secrets: OrderSecrets;
  /** Made now, to be shown once. */
  made?: string;
}

/** A delivery and its secrets before a change. */
export interface HeldDelivery {
  delivery: ShownDelivery;
  secrets: OrderSecrets;
}

type Webhook = Extract<GivenDelivery, { kind: 'webhook' }>;
type Sftp = Extract<GivenDelivery, { kind: 'sftp' }>;

/**
 * Separates a delivery from its secrets, and keeps the saved ones that it doesn't give.
 * @throws HttpError invalid_input for a secret that is missing, or that another host would get
 */
export function separateSecrets(given: GivenDelivery, held: HeldDelivery | null, now: Date): SavedDelivery {
  switch (given.kind) {
    case 'webhook':
      return savedWebhook(given, held, now);
    case 'sftp':
      return savedSftp(given, held);
    default:
      return { delivery: given, secrets: {} };
  }
}

export function isSameDelivery(one: HeldDelivery, other: HeldDelivery): boolean {
  return isDeepStrictEqual(one.delivery, other.delivery) && isDeepStrictEqual(one.secrets, other.secrets);
}

function savedWebhook({ secret, ...given }: Webhook, held: HeldDelivery | null, now: Date): SavedDelivery {
  const before = held?.delivery.kind === 'webhook' ? { ...held.secrets, url: held.delivery.url } : null;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given.headers)) {
    headers[name] = value ?? keptHeader(name, given.url, before);
  }
  const kept = before?.secret;
  const made = secret === undefined && kept === undefined ? newWebhookSecret() : undefined;
  const signs = secret ?? kept ?? made ?? '';
  const former =
    kept !== undefined && kept !== signs
      ? { secret: kept, until: new Date(now.getTime() + DAY_MS).toISOString() }
      : before?.former;
  return {
    delivery: { ...given, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, null])) },
    secrets: { secret: signs, headers, ...(former !== undefined && { former }) },
    ...(made !== undefined && { made }),
  };
}

/** A header may hold a password, which no other host gets. */
function keptHeader(name: string, url: string, before: (OrderSecrets & { url: string }) | null): string {
  const value = before?.headers?.[name];
  if (value === undefined) throw refused(`Enter a value for the header ${name}`);
  if (before !== null && new URL(before.url).origin !== new URL(url).origin) {
    throw refused(`Enter the value of the header ${name} again, because the address changed`);
  }
  return value;
}

function savedSftp({ key, ...given }: Sftp, held: HeldDelivery | null): SavedDelivery {
  const kept = held?.delivery.kind === 'sftp' ? held.secrets.key : undefined;
  const signs = key ?? kept;
  if (signs === undefined) throw refused('Enter the private key');
  return { delivery: given, secrets: { key: signs } };
}

function refused(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'delivery' });
}
