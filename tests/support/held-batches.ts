import pg from 'pg';

/** Batches of leads that wait for permission to be written. */
export interface HeldBatches {
  /** Whether one waits. */
  isWaiting(): Promise<boolean>;
  /** Lets those that wait go first, then holds what comes after them. */
  letThrough(): Promise<void>;
  release(): Promise<void>;
  /** Holds them again. */
  hold(): Promise<void>;
}

/** Holds batches of imports and undos of an organization, by the advisory lock that they take, on a connection of the owner. */
export async function holdBatches(owner: pg.ClientBase, organizationId: string): Promise<HeldBatches> {
  const key = `hashtextextended(${pg.escapeLiteral(`leads:${organizationId}`)}, 0)`;
  const [take, give] = [`SELECT pg_advisory_lock(${key});`, `SELECT pg_advisory_unlock(${key});`];
  await owner.query(take);
  return {
    isWaiting: async () => {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return (rowCount ?? 0) > 0;
    },
    // In one message: whatever holds up the test, nothing but what waits gets in between.
    letThrough: async () => void (await owner.query(give + take)),
    hold: async () => void (await owner.query(take)),
    release: async () => void (await owner.query(give)),
  };
}
