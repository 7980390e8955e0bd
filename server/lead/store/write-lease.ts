import type pg from 'pg';

/** Batches of imports hold it alone, bulk operations share it: two in different order would wait for each other. */
const KEY = "hashtextextended('leads:' || $1, 0)";

const WANTED = `SELECT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND NOT l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::int8 << 32) | l.objid::int8 = ${KEY}) AS wanted`;

/** The right of one import to write batches of leads in its organization, several at once. */
export interface LeadTurn {
  /** Whether others wait for it. */
  isWanted(): Promise<boolean>;
  /** Lets those who wait go first, then waits to have it again. Nothing may be under way. */
  pass(): Promise<void>;
}

/**
 * Runs `work` while holding the organization's turn, on a connection of its own. Others take the turn before they touch
 * any row, so whoever waits for it holds up nobody.
 */
export async function withLeadTurn(
  pool: pg.Pool,
  organizationId: string,
  work: (turn: LeadTurn) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const take = () => client.query(`SELECT pg_advisory_lock(${KEY})`, [organizationId]);
  const giveBack = () => client.query(`SELECT pg_advisory_unlock(${KEY})`, [organizationId]);
  try {
    await take();
    await work({
      isWanted: async () => (await client.query(WANTED, [organizationId])).rows[0]?.wanted === true,
      pass: async () => {
        await giveBack();
        await take();
      },
    });
    await giveBack();
  } finally {
    // Closed and not reused: a turn that was not given back ends with its connection.
    client.release(true);
  }
}
