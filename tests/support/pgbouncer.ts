import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './until.ts';

/** Whether PgBouncer is installed on this machine: a package of Debian, not of npm. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env: environment() }).status === 0;

/** A running PgBouncer. */
export interface Pgbouncer {
  /** Returns the connection string through PgBouncer to the same database as the same role. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the server of `urls`, for the roles that they name. */
export async function startPgbouncer(
  mode: 'session' | 'transaction',
  urls: readonly string[],
): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const [first = ''] = urls;
  const { hostname, port: databasePort, searchParams } = new URL(first);
  const host = searchParams.get('host') ?? hostname;
  const users = urls.map((url) => new URL(url));
  writeFileSync(
    join(folder, 'users.txt'),
    users.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
  );
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${databasePort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 6
`,
  );
  // PgBouncer refuses to run as root. The account has to reach the database's socket.
  const user = process.getuid?.() === 0 ? ['--user=postgres'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...user, join(folder, 'pgbouncer.ini')], {
    env: environment(),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const through = (url: string): string => {
    const pooled = new URL(url);
    pooled.searchParams.delete('host');
    pooled.hostname = '127.0.0.1';
    pooled.port = String(port);
    return pooled.href;
  };
  await until('PgBouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: through(first) });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    through,
    stop: async () => {
      child.kill('SIGINT');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
