import pg from 'pg';

/** A busy pooler may keep sessions apart by chance. */
const LOOKS = 10;
const SESSION = 'SELECT pg_backend_pid() AS pid';

/** Changing sessions breaks LISTEN and session-level locks. */
export async function changesSessions(connectionString: string): Promise<boolean> {
  const [first, second] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  try {
    await first.connect();
    // A pooler reports its own process id.
    if ('processID' in first && (await sessionOf(first)) === first.processID) return false;
    await second.connect();
    for (let look = 0; look < LOOKS; look++) {
      if (await shareSession(first, second)) return true;
    }
    return false;
  } finally {
    await Promise.all([first.end(), second.end()]).catch(() => undefined);
  }
}

async function shareSession(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await sessionOf(first);
  await second.query('BEGIN');
  const during = await sessionOf(second);
  const after = await sessionOf(first);
  await second.query('COMMIT');
  return before === during || before !== after;
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(SESSION)).rows[0]?.pid;
}

export async function areSameDatabase(one: string, other: string): Promise<boolean> {
  const [holder, seeker] = [one, other].map((connectionString) => new pg.Client({ connectionString }));
  if (holder === undefined || seeker === undefined) return false;
  try {
    await Promise.all([holder.connect(), seeker.connect()]);
    // Advisory locks are per database.
    const { rows } = await holder.query<{ key: number; pid: number }>(
      'WITH drawn AS (SELECT (random() * 2147483647)::int AS key) SELECT key, pg_backend_pid() AS pid, pg_advisory_lock(key) FROM drawn',
    );
    const { rowCount } = await seeker.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND pid = $2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [rows[0]?.key, rows[0]?.pid],
    );
    return rowCount === 1;
  } finally {
    await Promise.all([holder.end(), seeker.end()]).catch(() => undefined);
  }
}
