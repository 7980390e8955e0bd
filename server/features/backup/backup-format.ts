import { z } from 'zod';
import { encryption } from './passphrase.ts';

// A backup is one line of JSON in clear, then a gzip stream, encrypted where there is a passphrase. The stream is text: a line of
// JSON about the backup; for each table a line of JSON with its columns, its rows in COPY's text format and a line `\.`; a line
// of JSON with what has to be there.

/** First line of a file, in clear. */
export const fileHeader = z.object({
  format: z.literal('lead-manager-backup'),
  version: z.number().int(),
  encryption: encryption.nullable(),
});

export type FileHeader = z.infer<typeof fileHeader>;

/** Version of the format that this version writes and reads. */
export const FORMAT_VERSION = 1;

/** The rows of a table in numbers. */
const tableSum = z.object({
  rows: z.number().int(),
  /** Sum of the hashes of all rows, whatever their order. */
  checksum: z.string().regex(/^-?\d+$/),
});

export type TableSum = z.infer<typeof tableSum>;

/** Name of a table or column, which statements contain. */
const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** Line about the backup. */
export const backupInfo = z.object({
  madeAt: z.iso.datetime(),
  /** Version of the product. */
  product: z.string(),
  postgres: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  /** The one organization that was backed up; null for all of them. */
  organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Tells whether a secret key is the one that encrypted the second-factor secrets; null where it wasn't found. */
  secretKeyHash: z.string().nullable(),
  /** The secret key in base64; null in a file without encryption. */
  secretKey: z.base64().nullable(),
});

export type BackupInfo = z.infer<typeof backupInfo>;

/** Line before the rows of a table. */
export const tableHeader = z.object({ table: identifier, columns: z.array(identifier).min(1) });

export type TableHeader = z.infer<typeof tableHeader>;

/** Last line. */
export const backupEnd = z.object({
  tables: z.record(identifier, tableSum),
  /** SHA-256 of all lines before, in hexadecimal. */
  sha256: z.string(),
});

/** Line that ends the rows of a table; COPY escapes backslashes, so no row looks like it. */
export const END_OF_ROWS = '\\.\n';
