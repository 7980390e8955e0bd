import { z } from 'zod';
import { encryption } from './passphrase.ts';

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
