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
