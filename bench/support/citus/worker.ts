import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Seconds that a worker may take to start: after a kill it flushes every file of its databases. */
const START_SECONDS = 300;

/** A worker of a Citus cluster that runs on this machine. */
export interface Worker {
  host: string;
  /** Ends all of its processes at once, as the loss of its machine does. */
  kill(): Promise<void>;
  /** Shuts it down as an operator does: transactions are rolled back, connections end. */
  restart(): Promise<void>;
  /** Starts it and waits until it answers. */
  start(): Promise<void>;
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
    kill: async () => killAll(postmasterOf(folder)),
    restart: () => runPgCtl(programs, folder, ['-m', 'fast', 'stop']),
    start: () => runPgCtl(programs, folder, ['-l', join(folder, 'restarted.log'), 'start']),
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

/** The postmaster goes first: it would restart after the death of a child. */
function killAll(postmaster: number): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // A child that has ended by itself.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/**
 * Runs pg_ctl to its end, beside the load, whose answers this process reads. PostgreSQL refuses to run as root: it runs as the
 * owner of its data.
 */
async function runPgCtl(programs: string, folder: string, command: readonly string[]): Promise<void> {
  const { uid, gid } = statSync(folder);
  const child = spawn(
    join(programs, 'pg_ctl'),
    ['-D', folder, '-w', '-t', String(START_SECONDS), ...command],
    {
      ...(process.getuid?.() === 0 && { uid, gid }),
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pg_ctl ${command.at(-1)} ended with ${code}`);
}
