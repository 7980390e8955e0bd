import pg from 'pg';

// `npm run test:citus` runs the tests on a Citus cluster and names its workers here, as host:port, separated by commas.
const WORKERS = (process.env['TEST_CITUS_WORKERS'] ?? '').split(',').filter(Boolean);

/** Whether the tests run on a Citus cluster. */
export const ON_CLUSTER = WORKERS.length > 0;

/** One on each worker of two: each table of a test's database is a file for every shard. */
const SHARDS = 2;

/** Returns the connection strings of all nodes of the tests' server: of the coordinator, then of the workers. */
export function nodeUrls(coordinatorUrl: string): string[] {
  return [
    coordinatorUrl,
    ...WORKERS.map((host) => {
      const url = new URL(coordinatorUrl);
      url.host = host;
      return url.href;
    }),
  ];
}

/** Makes a cluster of databases that bear one name on all nodes. */
export async function joinDatabases(coordinatorUrl: string): Promise<void> {
  for (const url of nodeUrls(coordinatorUrl)) await onDatabase(url, 'CREATE EXTENSION citus');
  const { hostname, port, pathname } = new URL(coordinatorUrl);
  const name = pg.escapeIdentifier(decodeURIComponent(pathname.slice(1)));
  const nodes = WORKERS.map((host) => new URL(`postgres://${host}`));
  await onDatabase(
    coordinatorUrl,
    `SELECT citus_set_coordinator_host(${pg.escapeLiteral(hostname)}, ${Number(port)})`,
    ...nodes.map((node) => `SELECT citus_add_node(${pg.escapeLiteral(node.hostname)}, ${Number(node.port)})`),
    `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`,
  );
}

/** Returns the statements that keep the maintenance of Citus out of a database, so that it can be copied. */
export function freezing(name: string): string[] {
  return [
    `ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)}`,
  ];
}

async function onDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
