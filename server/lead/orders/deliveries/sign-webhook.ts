import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A message as it is signed (Standard Webhooks 1.0.0). */
export interface SignedMessage {
  /** The same for every repeat. */
  id: string;
  sentAt: Date;
  body: string;
}

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the headers that prove a message's origin, with one signature for each secret: two while a secret is replaced. */
export function signWebhook(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
