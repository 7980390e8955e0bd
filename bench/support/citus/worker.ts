import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A worker of a Citus cluster that runs on this machine. */
export interface Worker {
  host: string;
  /** Ends it as a crash does. */
  kill(): void;
  /** Starts it and waits until it answers. */
  start(): void;
}

/** Finds the worker that holds an organization, by the coordinator's superuser. */
export async function workerOf(coordinator: pg.Client, organizationId: string): Promise<Worker> {
  const { rows } = await coordinator.query<{ name: string; port: number }>(
    `SELECT n.nodename AS name, n.nodeport AS port
     FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
     WHERE p.shardid = get_shard_id_for_distribution_column('leads', $1::uuid)`,
    [organizationId],
  );
  const [node] = rows;
  if (node === undefined) throw new Error('No worker holds the organization');
  const url = new URL(urlOf(coordinator));
  url.hostname = node.name;
  url.port = String(node.port);
  const { folder, programs } = await placesOf(url.href);
  return {
    host: url.host,
    kill: () => process.kill(postmasterOf(folder), 'SIGQUIT'),
    start: () => startPostgres(programs, folder),
  };
}

function urlOf({ host, port, user, database }: pg.Client): string {
  return `postgres://${user}@${host}:${port}/${database}`;
}

async function placesOf(url: string): Promise<{ folder: string; programs: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string; programs: string }>(
      `SELECT current_setting('data_directory') AS folder,
         (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS programs`,
    );
    return rows[0] ?? { folder: '', programs: '' };
  } finally {
    await client.end();
  }
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** PostgreSQL refuses to run as root: it runs as the owner of its data. */
function startPostgres(programs: string, folder: string): void {
  const { uid, gid } = statSync(folder);
  const log = join(folder, 'restarted.log');
  execFileSync(join(programs, 'pg_ctl'), ['-D', folder, '-w', '-l', log, 'start'], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: folder,
    stdio: 'ignore',
  });
}
