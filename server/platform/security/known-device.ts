import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

// A signed cookie marks known browsers, so that failures elsewhere don't lock them out. It grants no access
// and names no users.

export const DEVICE_SECONDS = 365 * 24 * 60 * 60;
/** The latest stay. */
const MAX_USERS = 8;
const NONCE_BYTES = 12;
/** Expiry in seconds since 1970 (base 36), nonce, signature. */
const ENTRY = /^([0-9a-z]{6,8})\.([\w-]{16})\.([\w-]{43})$/;
const SEPARATOR = '~';

/** Null for an unknown browser. */
export function knownDevice(
  secretKey: Buffer,
  cookie: string | undefined,
  userId: string,
  now = Date.now(),
): string | null {
  for (const entry of entriesOf(cookie)) {
    const [, expiry = '', nonce = '', signature = ''] = ENTRY.exec(entry) ?? [];
    if (Number.parseInt(expiry, 36) * 1000 < now) continue;
    const right = Buffer.from(signatureOf(secretKey, userId, expiry, nonce));
    if (timingSafeEqual(right, Buffer.from(signature))) return nonce;
  }
  return null;
}

/** Returns a cookie with this user added. */
export function rememberDevice(
  secretKey: Buffer,
  cookie: string | undefined,
  userId: string,
  now = Date.now(),
): string {
  const others = entriesOf(cookie).filter((entry) => knownDevice(secretKey, entry, userId, now) === null);
  const expiry = (Math.floor(now / 1000) + DEVICE_SECONDS).toString(36);
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const entry = `${expiry}.${nonce}.${signatureOf(secretKey, userId, expiry, nonce)}`;
  return [entry, ...others].slice(0, MAX_USERS).join(SEPARATOR);
}

/** Well-formed entries, latest first. */
function entriesOf(cookie = ''): string[] {
  return cookie.split(SEPARATOR, MAX_USERS).filter((entry) => ENTRY.test(entry));
}

function signatureOf(secretKey: Buffer, userId: string, expiry: string, nonce: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'device cookie'))
    .update(`${userId}.${expiry}.${nonce}`)
    .digest('base64url');
}
