import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runningUrl } from '#packages/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { type Client, clientOf, PASSWORD } from '#tests/support/client.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

const ADMIN = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD };
const SETTINGS = {
  // Programs that try again while a fault lasts would otherwise wait for the next minute.
  API_RATE_LIMIT: '100000',
  // Buyers are in this process.
  DELIVERY_ALLOW: '127.0.0.0/8',
};

/** Limit for starting a server on a busy machine (milliseconds). */
const READY_MS = 120_000;

const started = new Set<ServerProcess>();
process.on('exit', () => {
  for (const { child } of started) child.kill('SIGKILL');
});

/** A server and a session of its administrator. */
export interface Running {
  server: ServerProcess;
  client: Client;
}

/** Environment of one try: a database of its own, and the servers that work on it. */
export interface TryEnvironment {
  /** DATA_DIR of the first server; holds the embedded database unless the place has a shared one. */
  dataDir: string;
  servers: ServerProcess[];
  /**
   * Starts a server. A further server on a shared database gets a data folder of its own, and its name in
   * `application_name`.
   */
  start(name?: string): Promise<Running>;
  /** Runs a query as the owner, on a connection of its own. */
  ask<R>(text: string, values?: unknown[]): Promise<R[]>;
  /** Stops all servers and removes their data. */
  close(): Promise<void>;
}

/** A data folder with a migrated, empty database that each try copies. */
export interface Template {
  folder: string;
  /** Copies the template into a new folder, or into the given one. */
  place(folder?: string): Promise<TryEnvironment>;
  remove(): Promise<void>;
}

/** Creates the template by starting the product once. */
export async function makeTemplate(): Promise<Template> {
  const folder = await newFolder();
  const dataDir = join(folder, 'data');
  const server = launch({ DATA_DIR: dataDir });
  await server.ready(READY_MS);
  await server.end('SIGTERM');
  return {
    folder,
    place: async (given) => {
      const own = given ?? (await newFolder());
      // Copies with ownership, because under root the database belongs to another account.
      execFileSync('cp', ['-a', dataDir, join(own, 'data')]);
      return embeddedPlace(own, given === undefined ? own : join(own, 'data'));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function embeddedPlace(folder: string, removed: string): TryEnvironment {
  const dataDir = join(folder, 'data');
  return createEnvironment(removed, () => runningUrl(dataDir), { DATA_DIR: dataDir });
}

/** Creates a place on a database that its servers share, with further settings of theirs. */
export async function sharedPlace(
  databaseUrl: string,
  further: Record<string, string> = {},
): Promise<TryEnvironment> {
  const folder = await newFolder();
  await migrate(databaseUrl);
  return createEnvironment(folder, () => databaseUrl, {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...further,
  });
}

function createEnvironment(
  folder: string,
  ownerUrl: () => string,
  settings: Record<string, string>,
): TryEnvironment {
  const servers: ServerProcess[] = [];
  return {
    dataDir: settings['DATA_DIR'] ?? '',
    servers,
    start: async (name) => {
      const server = launch({ ...settings, ...(name && ownSettings(folder, settings, name)) });
      servers.push(server);
      return { server, client: await signIn(await server.ready(READY_MS)) };
    },
    ask: async (text, values = []) => askOnce(ownerUrl(), text, values),
    close: async () => {
      await Promise.all(servers.map((server) => stopped(server)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server that doesn't outlive this process. */
function launch(settings: Record<string, string>): ServerProcess {
  const server = startServer({ ...settings, ...ADMIN, ...SETTINGS });
  started.add(server);
  void server.ended.then(() => started.delete(server));
  return server;
}

function ownSettings(
  folder: string,
  { DATABASE_URL = '' }: Record<string, string>,
  name: string,
): Record<string, string> {
  const url = new URL(DATABASE_URL);
  url.searchParams.set('application_name', name);
  return { DATA_DIR: join(folder, name), DATABASE_URL: url.href };
}

async function signIn(url: string): Promise<Client> {
  const client = clientOf(url);
  const { status } = await client.post('/api/login', { username: ADMIN.ADMIN_USERNAME, password: PASSWORD });
  if (status !== 200) throw new Error(`Signing in answered ${status}`);
  return client;
}

async function stopped(server: ServerProcess): Promise<void> {
  if (server.child.exitCode !== null || server.child.signalCode !== null) return;
  const late = setTimeout(() => server.child.kill('SIGKILL'), 20_000);
  await server.end('SIGTERM');
  clearTimeout(late);
}

/** Creates a folder that PostgreSQL's account can traverse, since PostgreSQL refuses to run as root. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-faults-'));
  await chmod(folder, 0o711);
  return folder;
}

async function askOnce<R>(url: string, text: string, values: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  // A fault may kill the database under this client; the pending query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R & pg.QueryResultRow>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
