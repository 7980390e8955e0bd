import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { changesSessions } from './pooler.ts';

// A server whose database stands behind PgBouncer. Without PgBouncer on this machine only the direct connection is tested.

const ROWS = 5_000;
let urls: { owner: string; app: string };
const running: ServerProcess[] = [];

beforeAll(async () => {
  urls = await cloneDatabase(inject('databaseUrl'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
});

function start(settings: Record<string, string>): ServerProcess {
  const server = startServer({ ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD, ...settings });
  running.push(server);
  return server;
}

async function complaint(settings: Record<string, string>): Promise<string> {
  const server = start(settings);
  expect(await server.ended).toBe(1);
  return server.errors();
}

test('a direct connection keeps its session', async () => {
  expect(await changesSessions(urls.owner)).toBe(false);
  expect(await changesSessions(urls.app)).toBe(false);
});

describe.skipIf(!hasPgbouncer)('in transaction mode', () => {
  let pooler: Pgbouncer;

  beforeAll(async () => {
    pooler = await startPgbouncer('transaction', [urls.owner, urls.app]);
  });

  afterAll(() => pooler.stop());

  test('the start refuses without a direct connection, and with a pooled one in its place', async () => {
    const pooled = pooler.through(urls.owner);
    expect(await complaint({ DATABASE_URL: pooled })).toBe(
      'DATABASE_URL leads through a pooler in transaction mode: set DATABASE_URL_SESSION to a direct connection\n',
    );
    expect(await complaint({ DATABASE_URL: pooled, DATABASE_URL_SESSION: pooled })).toBe(
      'DATABASE_URL_SESSION leads through a pooler in transaction mode: name a direct connection to the database\n',
    );
    const other = await cloneDatabase(inject('databaseUrl'));
    expect(await complaint({ DATABASE_URL: pooled, DATABASE_URL_SESSION: other.owner })).toBe(
      "DATABASE_URL leads to another database than the owner's connection\n",
    );
  });

  test('with a direct connection, requests and imports go through the pooler, and live updates arrive', async () => {
    const server = start({ DATABASE_URL: pooler.through(urls.owner), DATABASE_URL_SESSION: urls.owner });
    const url = await server.ready();
    const user = clientOf(url);
    await user.post('/api/login', { username: 'ada', password: PASSWORD });
    const rows = Array.from({ length: ROWS }, (_, row) => [`row${row}@example.com`, `First${row}`]);
    const imported = await Promise.all(
      [0, 1].map((half) => {
        const own = rows.filter((_, row) => row % 2 === half);
        const file = csvFile([['email', 'first name'], ...own], `${half}.csv`);
        return importLeads(user, file, { fieldMapping: { email: 'email', 'first name': 'firstName' } });
      }),
    );
    // An import's stream announces its end, which the listening connection hears.
    expect(imported.map(({ stats }) => stats.imported)).toEqual([ROWS / 2, ROWS / 2]);
    const totals = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await user.get<{ total: number }>('/api/leads?limit=5')).body.total,
      ),
    );
    expect(new Set(totals)).toEqual(new Set([ROWS]));
    const csv = await (await user.send('/api/leads/export?format=csv&limit=all', {})).text();
    expect(csv.trimEnd().split('\n')).toHaveLength(ROWS + 1);
    const owner = new pg.Client({ connectionString: urls.owner });
    await owner.connect();
    // Through the pooler, the database sees six connections of the application's role plus the direct
    // connections.
    const { rows: seen } = await owner.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
      [new URL(urls.app).username],
    );
    await owner.end();
    expect(seen[0]?.count).toBeLessThanOrEqual(6 + 4);
    expect(server.errors()).toBe('');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('a role that the pooler does not know is named', async () => {
    const knowing = await startPgbouncer('transaction', [urls.owner]);
    const settings = { DATABASE_URL: knowing.through(urls.owner), DATABASE_URL_SESSION: urls.owner };
    expect(await complaint(settings)).toMatch(
      new RegExp(`^The pooler of DATABASE_URL refuses the role ${new URL(urls.app).username}: [^\\n]*\\n$`),
    );
    await knowing.stop();
  });
});

describe.skipIf(!hasPgbouncer)('in session mode', () => {
  test('a pooler serves as a direct connection does', async () => {
    const pooler = await startPgbouncer('session', [urls.owner, urls.app]);
    const pooled = pooler.through(urls.owner);
    expect(await changesSessions(pooled)).toBe(false);
    // More connections at once than a session pool has would wait for each other.
    const server = start({ DATABASE_URL: pooled, DATABASE_CONNECTIONS: '12' });
    const url = await server.ready();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
    await pooler.stop();
  });
});
