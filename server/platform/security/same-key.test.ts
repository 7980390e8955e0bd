import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '#tests/support/admin.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { OTHER_KEY, requireSameKey } from './same-key.ts';

// Servers on one database need the same secret key.

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);

let database: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  ({ owner: database } = await cloneDatabase(inject('databaseUrl')));
});

afterAll(() => Promise.all(running.map((server) => server.end('SIGKILL'))));

function start(key: Buffer): ServerProcess {
  const server = startServer({ DATABASE_URL: database, SECRET_KEY: key.toString('base64') });
  running.push(server);
  return server;
}

test('a second server with another key refuses to start, in one line', async () => {
  await start(KEY).ready();
  const second = start(OTHER);
  expect(await second.ended).toBe(1);
  expect([second.output(), second.errors()]).toEqual(['', `${OTHER_KEY}\n`]);
  await start(KEY).ready();
});

test('check-config says so before the start', async () => {
  const check = (key: Buffer) =>
    runAdmin(['check-config'], { DATABASE_URL: database, SECRET_KEY: key.toString('base64') });
  expect((await check(KEY)).code).toBe(0);
  const { code, out } = await check(OTHER);
  expect(code).toBe(1);
  expect(out.split('\n')).toContain(`FAIL  ${OTHER_KEY}`);
});

test('a damaged key ends the start, and fails check-config, in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-key-'));
  const line = `The secret key ${join(folder, 'secret-key')} is damaged: restore it from a backup; if it is lost, remove the file and run: npm run admin -- forget-secret-key`;
  try {
    writeFileSync(join(folder, 'secret-key'), 'nonsense');
    const settings = { DATABASE_URL: database, DATA_DIR: folder };
    const server = startServer(settings);
    running.push(server);
    expect(await server.ended).toBe(1);
    expect([server.output(), server.errors()]).toEqual(['', `${line}\n`]);
    const { code, out } = await runAdmin(['check-config'], settings);
    expect([code, out.split('\n')]).toEqual([1, expect.arrayContaining([`FAIL  ${line}`])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('once the key is lost and forgotten, the next server decides', async () => {
  const { code, err } = await runAdmin(['forget-secret-key'], { DATABASE_URL: database });
  expect([code, err]).toEqual([0, '']);
  await start(OTHER).ready();
  expect(await start(KEY).ended).toBe(1);
});

test('of servers that start at once, one key is kept, and it is not in the database', async () => {
  const { owner: url } = await cloneDatabase(inject('databaseUrl'));
  const owner = new pg.Pool({ connectionString: url });
  const starts = [KEY, OTHER, KEY, OTHER].map((key) => requireSameKey(owner, key));
  const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status);
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(2);
  expect(outcomes[0]).toBe(outcomes[2]);
  const { rows } = await owner.query<{ fingerprint: Buffer }>(
    'SELECT fingerprint FROM secret_key_fingerprint',
  );
  expect(rows).toHaveLength(1);
  expect([KEY, OTHER].some((key) => rows[0]?.fingerprint.equals(key))).toBe(false);
  await owner.end();
});
