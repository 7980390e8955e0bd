import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Format version. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM.
 * @param key 32 bytes
 * @param owner bound to the secret, which can't move to another user's row
 */
export function encryptSecret(key: Buffer, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(FORM), nonce, cipher.getAuthTag(), sealed]);
}

/** Returns null for a secret that another key sealed, or whose bytes changed. */
export function openSecret(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  try {
    return decryptSecret(key, owner, sealed);
  } catch {
    return null;
  }
}

/** @throws Error for another key or owner, or changed bytes */
export function decryptSecret(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const [form, body] = [sealed[0], sealed.subarray(1)];
  if (form !== FORM || body.length < NONCE_BYTES + TAG_BYTES) throw new Error('The sealed secret is damaged');
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
