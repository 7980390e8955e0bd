import type pg from 'pg';

type Database = Pick<pg.ClientBase | pg.Pool, 'query'>;

export async function hasWorkers(database: Database): Promise<boolean> {
  if (!(await hasCitus(database))) return false;
  const { rowCount } = await database.query(
    "SELECT FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND shouldhaveshards LIMIT 1",
  );
  return rowCount === 1;
}

/** Also true if the next start distributes tables. */
export async function isCluster(database: Database): Promise<boolean> {
  if (await hasWorkers(database)) return true;
  if (!(await hasCitus(database))) return false;
  const { rowCount } = await database.query("SELECT FROM pg_dist_partition WHERE partmethod = 'h' LIMIT 1");
  return rowCount === 1;
}

async function hasCitus(database: Database): Promise<boolean> {
  const { rowCount } = await database.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

export async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');
  return rowCount === 1;
}

/** Returns '' for other errors. Citus workers name it only in the message, with the shard's number. */
export function violatedConstraint(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return /\b(\w+)_\d+\b/.exec(error.message)?.[1] ?? '';
}
