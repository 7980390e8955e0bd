import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS, sharesOf } from './connection-shares.ts';

// Counts the connections of a server process with default settings while it has as much to do as it takes on.

const ROWS = 6_000;
const FILES = 4;
let watcher: pg.Client;
let server: ServerProcess;
let url: string;

beforeAll(async () => {
  const { owner } = await cloneDatabase(inject('databaseUrl'));
  watcher = new pg.Client({ connectionString: owner });
  await watcher.connect();
  server = startServer({ DATABASE_URL: owner, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD });
  url = await server.ready();
});

afterAll(async () => {
  await server.end('SIGTERM');
  await watcher.end();
});

test('the shares of a server add up to its connections', () => {
  for (let total = MIN_CONNECTIONS; total <= 200; total++) {
    const shares = sharesOf(total);
    const sum = Object.values(shares).reduce((one, other) => one + other, 0);
    expect([total, sum + 1]).toEqual([total, total]);
    expect([total, Math.min(...Object.values(shares)) >= 1, shares.longTasks >= 2]).toEqual([
      total,
      true,
      true,
    ]);
  }
});

/** Counts the server's connections again and again until `work` ends; returns the most. */
async function mostDuring(work: Promise<unknown>): Promise<number> {
  let most = 0;
  let ended = false;
  const watch = async (): Promise<void> => {
    while (!ended) {
      const { rowCount } = await watcher.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
           AND pid <> pg_backend_pid()`,
      );
      most = Math.max(most, rowCount ?? 0);
    }
  };
  const end = (): void => {
    ended = true;
  };
  await Promise.all([work.finally(end), watch()]);
  return most;
}

test('a server has at most 15 connections, whatever it does', async () => {
  const user = clientOf(url);
  await user.post('/api/login', { username: 'ada', password: PASSWORD });
  const fileOf = (file: number): File => {
    const rows = Array.from({ length: ROWS }, (_, row) => [`f${file}r${row}@example.com`, `First${row}`]);
    return csvFile([['email', 'first name'], ...rows], `${file}.csv`);
  };
  let importing = true;
  const imports = Promise.all(
    Array.from({ length: FILES }, (_, file) =>
      importLeads(user, fileOf(file), { fieldMapping: { email: 'email', 'first name': 'firstName' } }),
    ),
  ).finally(() => {
    importing = false;
  });
  const calls = Array.from({ length: 12 }, async (_, caller) => {
    while (importing) {
      const path = caller < 2 ? '/api/leads/export?format=csv&limit=all' : '/api/leads?limit=50&search=first';
      const response = await user.send(path, {});
      await response.arrayBuffer();
      // A busy server may ask the client of an export to come back.
      expect([200, 429, 503]).toContain(response.status);
    }
  });
  const most = await mostDuring(Promise.all([imports, ...calls]));
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(DEFAULT_CONNECTIONS);
  const { body } = await user.get<{ total: number }>('/api/leads?limit=1');
  expect(body.total).toBe(FILES * ROWS);
});
