import { Buffer } from 'node:buffer';
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AdminError } from '../../platform/command-line/command.ts';

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

// A backup is a line of clear JSON, then a gzip stream, encrypted if there is a passphrase. The stream holds
// a line of JSON about the backup, per table a line of JSON with its columns, its rows in COPY's text format
// and `\.`, and a final line of JSON for verification.

/** First line, unencrypted. */
export const fileHeader = z.object({
  format: z.literal('lead-manager-backup'),
  version: z.number().int(),
  encryption: encryption.nullable(),
});

export type FileHeader = z.infer<typeof fileHeader>;

export const FORMAT_VERSION = 1;

const tableSum = z.object({
  rows: z.number().int(),
  /** Order-independent sum of the rows' hashes. */
  checksum: z.string().regex(/^-?\d+$/),
});

export type TableSum = z.infer<typeof tableSum>;

/** Restricted, because statements contain it. */
const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/);

export const backupInfo = z.object({
  madeAt: z.iso.datetime(),
  /** Product version. */
  product: z.string(),
  postgres: z.string(),
  /** Applied migrations. */
  migrations: z.array(z.string()),
  /** Null for a full backup. */
  organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Identifies the secret key of second-factor secrets; null if unknown. */
  secretKeyHash: z.string().nullable(),
  /** Base64; null in an unencrypted file, and in one of an organization, which other installations get. */
  secretKey: z.base64().nullable(),
  /** By user, base64: those of an organization in an encrypted file. */
  secondFactors: z.record(z.uuid(), z.base64()).nullable(),
  /** Base64: what keys the suppression entries of an organization, in an encrypted file. */
  suppressionSecret: z.base64().nullable(),
});

export type BackupInfo = z.infer<typeof backupInfo>;

/** Precedes a table's rows. */
export const tableHeader = z.object({ table: identifier, columns: z.array(identifier).min(1) });

export type TableHeader = z.infer<typeof tableHeader>;

/** Last line. */
export const backupEnd = z.object({
  tables: z.record(identifier, tableSum),
  /** Hex SHA-256 of all earlier lines. */
  sha256: z.string(),
});

/** COPY escapes backslashes, so no row equals it. */
export const END_OF_ROWS = '\\.\n';

/** An unusable backup file; the message is one line. */
export class BackupFileError extends AdminError {}

export function damaged(): BackupFileError {
  return new BackupFileError('The backup file is damaged or incomplete: use another one');
}
