import { hkdfSync } from 'node:crypto';
import { SECRET_KEY_BYTES } from '../config.ts';

/** Each derived key serves one purpose. */
export type KeyPurpose = 'device cookie' | 'attempted names' | 'fingerprint' | 'erasures' | 'suppression';

/** HKDF; the secret key itself only encrypts. */
export function deriveKey(secretKey: Buffer, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, SECRET_KEY_BYTES));
}
