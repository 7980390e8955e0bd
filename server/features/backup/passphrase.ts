import { Buffer } from 'node:buffer';
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupFileError } from './backup-error.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt: 128 MiB and some tenths of a second per guess. */
const COST = { N: 131_072, r: 8, p: 1 };
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

/** Stored unencrypted in the header. */
export const encryption = z.object({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: z.base64(),
  /** SHA-256 of a second derived key; distinguishes a wrong passphrase from damage. */
  check: z.base64(),
});

export type Encryption = z.infer<typeof encryption>;

export async function newFileKey(passphrase: string): Promise<{ key: Buffer; encryption: Encryption }> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = await derive(passphrase, salt);
  return {
    key,
    encryption: {
      cipher: 'aes-256-gcm',
      kdf: 'scrypt',
      ...COST,
      salt: salt.toString('base64'),
      check: check.toString('base64'),
    },
  };
}

/** @throws BackupFileError for a wrong passphrase */
export async function fileKey(passphrase: string, { salt, check }: Encryption): Promise<Buffer> {
  const derived = await derive(passphrase, Buffer.from(salt, 'base64'));
  const expected = Buffer.from(check, 'base64');
  if (expected.length !== derived.check.length || !timingSafeEqual(expected, derived.check)) {
    throw new BackupFileError('Wrong passphrase for this backup');
  }
  return derived.key;
}

function derive(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 2 * KEY_BYTES, { ...COST, maxmem: MAX_MEMORY_BYTES }, (error, bytes) => {
      if (error !== null) return reject(error);
      const check = createHash('sha256').update(bytes.subarray(KEY_BYTES)).digest();
      resolve({ key: bytes.subarray(0, KEY_BYTES), check });
    });
  });
}
