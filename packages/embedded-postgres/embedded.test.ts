import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { DataFolderInUseError } from './errors.ts';
import type { EmbeddedEvent } from './keep-running.ts';
import { processIdentity, runningProcesses } from './processes.ts';

const settings = { fsync: 'off', shared_buffers: '16MB' };
const holder = fileURLToPath(new URL('../../tests/support/hold-embedded.ts', import.meta.url));
let folder: string;
let dataDir: string;
let running: Embedded[];
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-embedded-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
  }
  await Promise.all(running.map((server) => server.stop()));
  await expect.poll(() => databaseProcesses().length).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, settings });
  running.push(server);
  return server;
}

async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: String(url) };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // These tests kill the server under the connection.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function databaseProcesses() {
  return runningProcesses().filter(({ command }) => command.includes(`postgres -D ${dataDir}/postgres `));
}

/** Returns PostgreSQL's socket file and its lock. */
function sockets(): string[] {
  return readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('.s.'));
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('creates the database, keeps its rows over a restart, and stops without a trace', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS number');
  await first.stop();
  await first.stop();
  expect(databaseProcesses()).toEqual([]);
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
  const second = await start();
  expect(await query(second.url, 'SELECT number FROM kept')).toEqual([1]);
});

test('is set up as decided: builtin C.UTF-8, checksums, scram, loopback alone, major version 18', async () => {
  const { url } = await start();
  const shown = [
    'server_encoding',
    'data_checksums',
    'password_encryption',
    'listen_addresses',
    'ssl',
    'unix_socket_directories',
    'synchronous_commit',
    'jit',
  ];
  const values = await query(url, `SELECT ${shown.map((name) => `current_setting('${name}')`).join(', ')}`);
  expect(values).toEqual([
    'UTF8',
    'on',
    'scram-sha-256',
    '127.0.0.1',
    'off',
    `${dataDir}/postgres`,
    'on',
    'off',
  ]);
  const locale = 'SELECT datlocprovider::text, datlocale FROM pg_database WHERE datname = current_database()';
  expect(await query(url, locale)).toEqual(['b', 'C.UTF-8']);
  expect(await query(url, "SELECT current_setting('server_version_num')::int / 10000")).toEqual([18]);
  expect(
    await query(url, "SELECT count(*)::int FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'"),
  ).toEqual([0]);
});

test('is reached by a socket file, and over the loopback by others', async () => {
  const { url } = await start();
  expect(await query(url, 'SELECT inet_server_addr()')).toEqual([null]);
  const network = new URL(url);
  network.searchParams.delete('host');
  expect(await query(network.href, 'SELECT host(inet_server_addr())')).toEqual(['127.0.0.1']);
});

test('keeps the password private and refuses a wrong one', async () => {
  const { url } = await start();
  const path = join(dataDir, 'postgres-password');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(new URL(url).password).toBe(readFileSync(path, 'utf8').trim());
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test.runIf(process.platform === 'linux')('runs as an ordinary account in a session of its own', async () => {
  await start();
  const pid = postmasterPid();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const uid = Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
  const ownUid = process.getuid?.() ?? 0;
  expect(uid).not.toBe(0);
  expect(ownUid === 0 || uid === ownUid).toBe(true);
  expect(ownUid !== 0 || /^Groups:\s*$/m.test(status)).toBe(true);
  const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
  expect(Number(session)).toBe(pid);
});

test('refuses a folder that a living server holds, naming folder and process', async () => {
  await start();
  const failure = await startEmbedded({ dataDir, settings }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DataFolderInUseError);
  expect(String(failure)).toContain(
    `The data folder ${dataDir} is in use by another Lead Manager (process ${process.pid}).`,
  );
  await running.pop()?.stop();
  const { child } = await startElsewhere();
  await expect(start()).rejects.toThrow(`(process ${child.pid}).`);
});

test('takes over a lock whose process id now belongs to another process', async () => {
  mkdirSync(dataDir);
  writeFileSync(
    join(dataDir, 'server.lock'),
    JSON.stringify({ pid: process.ppid, identity: 'an earlier run' }),
  );
  const { url } = await start();
  expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test('starts PostgreSQL again when it is killed, at the same URL and with every committed row', async () => {
  const events: EmbeddedEvent[] = [];
  const server = await startEmbedded({ dataDir, settings, onEvent: (event) => events.push(event) });
  running.push(server);
  await query(server.url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS number');
  for (let kills = 1; kills <= 2; kills++) {
    process.kill(postmasterPid(), 'SIGKILL');
    await expect.poll(() => events.length).toBe(2 * kills);
    expect(await query(server.url, 'SELECT count(*)::int FROM kept')).toEqual([1000]);
    expect(sockets()).toHaveLength(2);
  }
  expect(events).toEqual([{ kind: 'lost' }, { kind: 'running' }, { kind: 'lost' }, { kind: 'running' }]);
});

test('tries until PostgreSQL starts, and says once what is in its way', async () => {
  const events: EmbeddedEvent[] = [];
  const server = await startEmbedded({ dataDir, settings, onEvent: (event) => events.push(event) });
  running.push(server);
  const control = join(dataDir, 'postgres/global/pg_control');
  renameSync(control, `${control}.aside`);
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => events.length).toBe(2);
  expect(events[1]).toEqual({ kind: 'refused', reason: expect.stringMatching(/control file|pg_control/) });
  renameSync(`${control}.aside`, control);
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'running' });
  expect(events).toHaveLength(3);
  expect(await query(server.url, 'SELECT 1')).toEqual([1]);
});

test.each<[string, (events: EmbeddedEvent[], killed: number) => boolean]>([
  ['before the loss is known', () => true],
  ['once the loss is known', (events) => events.length > 0],
  ['while it comes up', (_events, killed) => databaseProcesses().some(({ pid }) => pid !== killed)],
  ['once it runs', (events) => events.at(-1)?.kind === 'running'],
])('a stop holds while PostgreSQL is being started again: %s', async (_moment, isMoment) => {
  const events: EmbeddedEvent[] = [];
  const server = await startEmbedded({ dataDir, settings, onEvent: (event) => events.push(event) });
  running.push(server);
  const killed = postmasterPid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isMoment(events, killed), { interval: 1 }).toBe(true);
  await server.stop();
  expect(databaseProcesses()).toEqual([]);
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
});

test('does without a socket file where the path to it would be too long', async () => {
  dataDir = join(folder, 'a-folder-with-a-long-name'.repeat(4));
  const server = await start();
  expect(new URL(server.url).search).toBe('');
  expect(await query(server.url, "SELECT current_setting('unix_socket_directories')")).toEqual(['']);
  expect(sockets()).toEqual([]);
});

test('stops PostgreSQL when its server is killed, and starts again with every committed row', async () => {
  const { child, url } = await startElsewhere();
  await query(url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS number');
  const pid = postmasterPid();
  await killHard(child);
  await expect.poll(() => processIdentity(pid)).toBeUndefined();
  const again = await start();
  expect(await query(again.url, 'SELECT count(*)::int FROM kept')).toEqual([1000]);
});

test('stops a PostgreSQL that outlived its server, then starts its own', async () => {
  const { child, url } = await startElsewhere();
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS number');
  const orphan = postmasterPid();
  const guard = runningProcesses().find(({ command }) => command.endsWith(`kill -INT "$1" sh ${orphan}`));
  process.kill(guard?.pid ?? Number.NaN, 'SIGKILL');
  await killHard(child);
  expect(await query(url, 'SELECT number FROM kept')).toEqual([7]);
  const again = await start();
  expect(sockets()).toHaveLength(2);
  expect(processIdentity(orphan)).toBeUndefined();
  expect(await query(again.url, 'SELECT number FROM kept')).toEqual([7]);
});

test('is not misled by a postmaster.pid that names some other living process', async () => {
  const server = await start();
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  await server.stop();
  writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
  const { url } = await start();
  expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test('starts over where creating the cluster was interrupted', async () => {
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true });
  chmodSync(dataDir, 0o711);
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'postgres-password'), 'kept-from-before\n', { mode: 0o600 });
  const { url } = await start();
  expect(new URL(url).password).toBe('kept-from-before');
  expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
});

test.each([
  [
    'PG_VERSION',
    '17\n',
    /was created by PostgreSQL 17, but this version runs PostgreSQL 18\. npm run admin -- upgrade-database converts it/,
  ],
  [
    'something.txt',
    'else',
    /is damaged or isn't a database folder: it has no PG_VERSION\. Restore it from a backup, or set DATA_DIR\.$/,
  ],
])('refuses a folder it can not run, in one line (%s)', async (name, content, message) => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', name), content);
  await expect(start()).rejects.toThrow(message);
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false);
});

test("gives PostgreSQL's own reason, in one line, when the cluster is damaged", async () => {
  await (await start()).stop();
  rmSync(join(dataDir, 'postgres/global/pg_control'));
  await expect(start()).rejects.toThrow(/^PostgreSQL couldn't start on \S+: .*(control file|pg_control).*$/);
});
