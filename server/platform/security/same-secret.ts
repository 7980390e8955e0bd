import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets of any length in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
