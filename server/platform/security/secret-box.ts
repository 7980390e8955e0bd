import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** First byte of an encrypted secret: the version of the format. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret with AES-256-GCM under a fresh nonce.
 * @param key 32 bytes
 * @param owner id bound to the secret, so that it can't be moved to another user's row
 */
export function seal(key: Buffer, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(FORM), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts the result of `seal`.
 * @throws Error if the key or the owner differs, or the bytes changed
 */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const [form, body] = [sealed[0], sealed.subarray(1)];
  if (form !== FORM || body.length < NONCE_BYTES + TAG_BYTES) throw new Error('The sealed secret is damaged');
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
