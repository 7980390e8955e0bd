import { createHash } from 'node:crypto';

/** An entry of the audit trail, each column in the text form that its hash is made of. */
export interface ChainEntry {
  organizationId: string;
  id: string;
  userId: string | null;
  username: string;
  action: string;
  resource: string | null;
  /** As PostgreSQL writes jsonb: keys in its order, no spaces of anyone's choice. */
  details: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** UTC, to the microsecond: `2026-01-31T09:30:00.123456Z`. */
  createdAt: string;
}

/** The place of an entry in the chain of its organization. */
export interface Seal {
  /** From 1, without gaps. */
  sequence: number;
  previousHash: Buffer;
  hash: Buffer;
}

/** What the first entry of a chain follows. */
export const BEGINNING: Pick<Seal, 'sequence' | 'hash'> = { sequence: 0, hash: Buffer.alloc(32) };

/**
 * The seal of an entry that follows `previous`: SHA-256 over a JSON array of the form's version, the place, the hash
 * before and every column. JSON keeps neighbouring columns apart whatever they hold, and null from empty.
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
