import { createHash } from 'node:crypto';

/** An entry in the text form that its hash covers. */
export interface ChainEntry {
  organizationId: string;
  id: string;
  userId: string | null;
  username: string;
  action: string;
  resource: string | null;
  /** PostgreSQL's jsonb text is canonical. */
  details: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** UTC with microseconds: `2026-01-31T09:30:00.123456Z`. */
  createdAt: string;
}

/** Position and hashes within an organization's chain. */
export interface Seal {
  /** From 1, without gaps. */
  sequence: number;
  previousHash: Buffer;
  hash: Buffer;
}

/** Start of every chain. */
export const BEGINNING: Pick<Seal, 'sequence' | 'hash'> = { sequence: 0, hash: Buffer.alloc(32) };

/**
 * SHA-256 over a JSON array of format version, sequence number, previous hash and every column; JSON delimits
 * them unambiguously.
 */
export function sealAfter(previous: Pick<Seal, 'sequence' | 'hash'>, entry: ChainEntry): Seal {
  const sequence = previous.sequence + 1;
  const form = [
    'v1',
    entry.organizationId,
    sequence,
    previous.hash.toString('hex'),
    entry.id,
    entry.userId,
    entry.username,
    entry.action,
    entry.resource,
    entry.details,
    entry.ipAddress,
    entry.userAgent,
    entry.createdAt,
  ];
  const hash = createHash('sha256').update(JSON.stringify(form)).digest();
  return { sequence, previousHash: previous.hash, hash };
}

/** SHA-256 over an entry as it is after a redaction; its seal still covers what it said before. */
export function redactedContent(entry: ChainEntry): Buffer {
  const form = [
    'redacted',
    entry.organizationId,
    entry.id,
    entry.userId,
    entry.username,
    entry.action,
    entry.resource,
    entry.details,
    entry.ipAddress,
    entry.userAgent,
    entry.createdAt,
  ];
  return createHash('sha256').update(JSON.stringify(form)).digest();
}

/** An entry's content since a redaction. */
export interface Redaction {
  entryId: string;
  content: Buffer;
}

/** SHA-256 over redactions that were made together; the audit entry that reports them has it. */
export function redactionDigest(redactions: readonly Redaction[]): Buffer {
  const lines = redactions.map(({ entryId, content }) => `${entryId} ${content.toString('hex')}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest();
}
