import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { healthz } from '#contract/health.ts';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { until } from '#tests/support/until.ts';

import { MIGRATION_LOCK } from './platform/db/migrate.ts';

// Tests the server process: how it starts, fails to start and stops.

let database: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  ({ owner: database } = await cloneDatabase(inject('databaseUrl')));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
});

function start(settings: Record<string, string> = {}): ServerProcess {
  const server = startServer({ DATABASE_URL: database, ...settings });
  running.push(server);
  return server;
}

/** Counts the servers' connections to the database: all of them, or those with one purpose. */
async function connections(purpose = ''): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE '%' || $1`,
    [purpose],
  );
  await client.end();
  return rowCount ?? 0;
}

/** Starts a server that fails to start; returns its exit code and the lines that it wrote to stderr. */
async function complaint(
  settings: Record<string, string>,
): Promise<{ code: number | null; lines: string[] }> {
  const server = start(settings);
  const code = await server.ended;
  expect(server.output()).toBe('');
  return { code, lines: server.errors().trimEnd().split('\n') };
}

async function freePort(): Promise<string> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  await new Promise((resolve) => holder.close(resolve));
  return String(typeof address === 'object' ? address?.port : '');
}

test('while a start waits for a migration, /healthz says so, and everything else is told to come again', async () => {
  const other = new pg.Client({ connectionString: database });
  await other.connect();
  // As a server does that migrates the database.
  await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const port = await freePort();
  const server = start({ PORT: port });
  const url = `http://127.0.0.1:${port}`;
  const health = async (): Promise<Record<string, unknown> | null> => {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    return answer === null || !answer.ok ? null : healthz.reply.parse(await answer.json());
  };
  await expect.poll(health).toMatchObject({ status: 'starting', doing: 'waiting for another server' });
  for (const path of ['/readyz', '/', '/api/leads']) {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      message: 'The server is starting: waiting for another server. Try again in a moment',
    });
  }
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(await page.text()).toMatch(/^<!doctype html>.*http-equiv="refresh".*The server is starting/);
  await other.end();
  expect(await server.ready()).toBe(url);
  expect(await health()).toEqual({ status: 'ok', version: expect.any(String) });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it cleanly', async (signal) => {
  const server = start();
  const url = await server.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  expect(await server.end(signal)).toBe(0);

  expect(server.errors()).toBe('');
  expect(server.output().trimEnd().split('\n')).toEqual([`Lead Manager is ready: ${url}`]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await until('its connections are gone', async () => (await connections()) === 0);
});

test.each<[string, (server: ServerProcess) => Promise<unknown>]>([
  ['at once', async () => undefined],
  ['when it asks the database', () => until('it asks', async () => (await connections()) > 0)],
  ['when it hears of changes', () => until('it listens', async () => (await connections('notices')) > 0)],
  ['when it is ready', (server) => server.ready()],
])('a signal during the start ends it: %s', async (_when, moment) => {
  await until('those before it are gone', async () => (await connections()) === 0);
  const server = start();
  await moment(server);
  // Before it handles signals, a signal kills it like any other process.
  expect([0, null]).toContain(await server.end('SIGTERM'));
  expect(server.errors()).toBe('');
});

test('a request that is under way does not hold it up', async () => {
  const server = start();
  const url = await server.ready();
  const response = await fetch(`${url}/healthz`, { headers: { connection: 'keep-alive' } });
  await response.text();
  expect(await server.end('SIGTERM')).toBe(0);
});

describe('a setting that cannot be used is named in one line:', () => {
  test('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    try {
      expect(await complaint({ PORT: port })).toEqual({
        code: 1,
        lines: [`Port ${port} is in use: stop what listens there or set PORT to another`],
      });
    } finally {
      holder.close();
    }
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a port that is none', { PORT: 'http' }, /^PORT can't be used/],
    ['a host that is not ours', { HOST: '203.0.113.1' }, /set HOST and PORT to others$/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://127.0.0.1:1/leads' },
      /^DATABASE_URL can't be used: .*ECONNREFUSED/,
    ],
    [
      'a folder that cannot keep the secret key',
      { DATA_DIR: '/dev/null/data' },
      /^The secret key can't be kept in \/dev\/null\/data: set SECRET_KEY, or DATA_DIR to/,
    ],
    [
      'a password that is too common',
      { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'password1' },
      /^ADMIN_PASSWORD can't be used: .*too common/,
    ],
  ])('%s', async (_case, settings, line) => {
    const { code, lines } = await complaint(settings);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

test('ADMIN_USERNAME and ADMIN_PASSWORD create the first administrator, once', async () => {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  const settings = { DATABASE_URL: owner, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD };
  const signIn = async (url: string, username: string) =>
    (await clientOf(url).post('/api/login', { username, password: PASSWORD })).status;

  const first = start(settings);
  const url = await first.ready();
  expect((await clientOf(url).get('/api/registration')).body).toEqual({
    open: false,
    firstRun: false,
    byLink: false,
  });
  expect(await signIn(url, 'ada')).toBe(200);
  await first.end('SIGTERM');

  // On later starts the settings change neither the password nor the accounts.
  const second = start({ ...settings, ADMIN_USERNAME: 'eve', REGISTRATION: 'open' });
  const again = await second.ready();
  expect([await signIn(again, 'ada'), await signIn(again, 'eve')]).toEqual([200, 401]);
});

test('a server behind a proxy prints the link for the first administrator, until there is one', async () => {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  const settings = { DATABASE_URL: owner, TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://leads.example.com' };
  const first = start(settings);
  const url = await first.ready();
  const link = /^Create the first administrator: https:\/\/leads\.example\.com\/auth\?setup=(\S+)$/m;
  await until('the link is printed', () => link.test(first.output()));
  const account = { username: 'ada', password: PASSWORD };
  expect((await clientOf(url).post('/api/register', account)).status).toBe(403);
  const setupCode = link.exec(first.output())?.[1];
  expect((await clientOf(url).post('/api/register', { ...account, setupCode })).status).toBe(201);
  await first.end('SIGTERM');
  const second = start(settings);
  await second.ready();
  await second.end('SIGTERM');
  expect(second.output()).not.toMatch(link);
});

test('two servers may start at once on an empty database', async () => {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  const settings = { DATABASE_URL: owner, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD };
  const urls = await Promise.all([start(settings).ready(), start(settings).ready()]);
  for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
