import { fingerprintOf } from '../../dry-run/identity-table.ts';

const words = new Int32Array(2);
const hash = new BigInt64Array(words.buffer);

/**
 * 64 bits of the SHA-256 of an email or a valid phone in E.164, as a decimal. Two of a million identities share one in a file of 40
 * million.
 */
export function identityHash(identity: string): string {
  const fingerprint = fingerprintOf(identity);
  words[0] = fingerprint[0] ?? 0;
  words[1] = fingerprint[1] ?? 0;
  return String(hash[0]);
}
