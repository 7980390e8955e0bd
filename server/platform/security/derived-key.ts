import { hkdfSync } from 'node:crypto';
import { SECRET_KEY_BYTES } from '../config.ts';

/** Purposes of the keys that are derived from the secret key; each key serves one. */
export type KeyPurpose = 'device cookie' | 'attempted names' | 'fingerprint';

/** Derives the key of a purpose from the secret key (HKDF), which itself only encrypts. */
export function deriveKey(secretKey: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, SECRET_KEY_BYTES));
}
