import type { OrderSecrets } from '../../../lead/orders/deliveries/order-secret-writes.ts';
import { escaped } from '../../../lead/persons/spellings.ts';

/** Shorter texts stand in answers by chance. */
const HIDDEN_LEAST = 8;
const HIDDEN = '••••••';

/** Removes the order's secrets from a buyer's text: header values, with or without their scheme, and signing keys. */
export function hideSecrets(text: string, { secret, former, headers = {} }: OrderSecrets): string {
  const keys = [secret, former?.secret].flatMap((key) => key?.slice('whsec_'.length) ?? []);
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const pattern = [...new Set([...keys, ...values])]
    .filter(({ length }) => length >= HIDDEN_LEAST)
    .sort((one, other) => other.length - one.length)
    // JSON may have a backslash before each slash.
    .map((hidden) => escaped(hidden).replaceAll(String.raw`\/`, String.raw`\\?/`))
    .join('|');
  return pattern === '' ? text : text.replace(new RegExp(pattern, 'g'), HIDDEN);
}
