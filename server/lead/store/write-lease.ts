import type pg from 'pg';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/**
 * Key of the advisory lock of an organization's leads. Import batches hold it exclusively and bulk operations share it,
 * because two that lock the same leads in different orders would deadlock.
 */
const KEY = "hashtextextended('leads:' || $1, 0)";

const WANTED = `SELECT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND NOT l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::int8 << 32) | l.objid::int8 = ${KEY}) AS wanted`;

/** Exclusive right of one import to write several batches of leads at once in its organization. */
export interface WriteLease {
  /** Tells whether others are waiting for it. */
  isWanted(): Promise<boolean>;
  /** Lets waiting operations go first, then acquires it again. No batch may be in progress. */
  yield(): Promise<void>;
}

/** Locks an organization's leads for one batch, until the transaction ends. */
export async function lockLeads(tx: TenantTransaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${KEY})`, [tx.organizationId]);
}

/**
 * Runs `work` while holding the organization's write lease on a connection that is used for locks alone, and closed when
 * `work` fails. Other writers take the lock before they lock any row, so a transaction that waits for it blocks no one else.
 */
export async function withWriteLease(
  session: pg.ClientBase,
  organizationId: string,
  work: (lease: WriteLease) => Promise<void>,
): Promise<void> {
  const take = () => session.query(`SELECT pg_advisory_lock(${KEY})`, [organizationId]);
  const giveBack = () => session.query(`SELECT pg_advisory_unlock(${KEY})`, [organizationId]);
  await take();
  await work({
    isWanted: async () => (await session.query(WANTED, [organizationId])).rows[0]?.wanted === true,
    yield: async () => {
      await giveBack();
      await take();
    },
  });
  await giveBack();
}
