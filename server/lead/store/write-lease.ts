import type pg from 'pg';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Import batches hold it exclusively, bulk operations share it: two that lock the same leads in different orders would deadlock. */
const KEY = "hashtextextended('leads:' || $1, 0)";

const WANTED = `SELECT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND NOT l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::int8 << 32) | l.objid::int8 = ${KEY}) AS wanted`;

/** Right of one import to write several batches at once. */
export interface WriteLease {
  /** Tells whether others are waiting for it. */
  isWanted(): Promise<boolean>;
  /** Lets waiting operations go first. No batch may be in progress. */
  yield(): Promise<void>;
}

/** Until the transaction ends. */
export async function lockLeads(tx: TenantTransaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${KEY})`, [tx.organizationId]);
}

/**
 * Runs `work` with the lease on a connection for locks alone, closed when `work` fails. Other writers take the lock before any row, so
 * they block no one else.
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
