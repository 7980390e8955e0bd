import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { hasPgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { cloneDatabase, createDatabase } from '#tests/support/template.ts';
import { checkConfig } from './check-config.ts';

let owner: string;
const KEY = Buffer.alloc(32, 1).toString('base64');

beforeAll(async () => {
  ({ owner } = await cloneDatabase(inject('databaseUrl')));
});

const lines = async (env: Record<string, string>) => {
  const { text, failed } = await checkConfig(env);
  return { lines: text.split('\n'), failed };
};

test('every setting that is wrong or unknown is named at once', async () => {
  const checked = await lines({
    PORT: 'http',
    API_RATE_LIMIT: '0',
    DATABSE_URL: 'postgres://x/y',
    DATABASE_POOL: '3',
    PATH: '/bin',
  });
  expect(checked.failed).toBe(true);
  expect(checked.lines).toEqual([
    expect.stringMatching(/^FAIL {2}PORT can't be used: /),
    expect.stringMatching(/^FAIL {2}API_RATE_LIMIT can't be used: /),
    'note  DATABSE_URL is no setting; is DATABASE_URL meant?',
    'note  DATABASE_POOL is no setting',
  ]);
});

test('settings that go together are checked together', async () => {
  expect(await lines({ ADMIN_USERNAME: 'ada' })).toEqual({
    failed: true,
    lines: ['FAIL  ADMIN_USERNAME and ADMIN_PASSWORD go together: one of them is missing'],
  });
});

test('the mail server is named without its password, as is a missing PUBLIC_URL', async () => {
  const smtp = { SMTP_URL: 'smtp://leads:s3cret@mail.example.com', SMTP_FROM: 'leads@example.com' };
  const checked = await lines({ DATABASE_URL: owner, SECRET_KEY: KEY, ...smtp });
  expect(checked.lines).toEqual(
    expect.arrayContaining([
      'ok    emails go through mail.example.com, from leads@example.com',
      'note  PUBLIC_URL is not set: emails have no links',
    ]),
  );
  const wrong = await lines({ ...smtp, SMTP_URL: 'smtp://leads:s3cret@' });
  expect([wrong.failed, wrong.lines.join()]).toEqual([true, expect.not.stringContaining('s3cret')]);
});

test('the folder, the passphrase and the room of scheduled backups are tried', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-check-'));
  const env = { DATABASE_URL: owner, SECRET_KEY: KEY, BACKUP_FOLDER: join(folder, 'backups') };
  expect((await lines(env)).lines).toContain(`ok    backups can be written into ${join(folder, 'backups')}`);
  writeFileSync(join(folder, 'short'), 'short\n');
  const short = await lines({ ...env, BACKUP_PASSPHRASE_FILE: join(folder, 'short') });
  expect(short.lines).toContainEqual(
    expect.stringMatching(/^FAIL {2}backups can't be written: .*at least 12 characters/),
  );
  const nowhere = await lines({ ...env, BACKUP_FOLDER: join(folder, 'short', 'backups') });
  expect([nowhere.failed, nowhere.lines]).toEqual([
    true,
    expect.arrayContaining([expect.stringMatching(/^FAIL {2}backups can't be written: /)]),
  ]);
  rmSync(folder, { recursive: true });
});

test('a database that serves: version, TLS, connections and role', async () => {
  const checked = await lines({ DATABASE_URL: owner, SECRET_KEY: KEY, DATABASE_CONNECTIONS: '20' });
  expect(checked.failed).toBe(false);
  expect(checked.lines).toEqual([
    'ok    settings',
    'ok    SECRET_KEY is set',
    expect.stringMatching(/^ok {4}PostgreSQL \d+\S*, database \S+ as \S+, without TLS$/),
    expect.stringMatching(
      /^ok {4}a server takes at most 20 connections \(DATABASE_CONNECTIONS\); PostgreSQL has \d+, of which \d+ are in use: enough for \d+ servers$/,
    ),
    expect.stringMatching(/^ok {4}the application connects as \S+_app$/),
  ]);
});

test('a fresh database, and one with too few connections', async () => {
  const fresh = await createDatabase(inject('databaseUrl'));
  const checked = await lines({ DATABASE_URL: fresh, SECRET_KEY: KEY, DATABASE_CONNECTIONS: '1000' });
  expect(checked.lines.slice(-2)).toEqual([
    expect.stringMatching(/^FAIL {2}a server takes at most 1000 connections/),
    expect.stringMatching(/^ok {4}the first start creates the role \S+_app$/),
  ]);
});

test('without SECRET_KEY it says where the key will be', async () => {
  const { lines: told } = await lines({ DATABASE_URL: owner, DATA_DIR: '/nowhere' });
  expect(told).toContain('note  SECRET_KEY is not set: the first start creates one in /nowhere/secret-key');
  expect(told).toContainEqual(expect.stringMatching(/^note {2}several servers .* the same SECRET_KEY/));
});

test('a database that does not answer is one line', async () => {
  const { lines: told, failed } = await lines({
    DATABASE_URL: 'postgres://127.0.0.1:1/leads',
    SECRET_KEY: KEY,
  });
  expect([told.at(-1), failed]).toEqual([
    "FAIL  DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:1",
    true,
  ]);
});

test.skipIf(!hasPgbouncer)('a pooler in transaction mode is named', async () => {
  const pooler = await startPgbouncer('transaction', [owner]);
  const { lines: told, failed } = await lines({ DATABASE_URL: pooler.through(owner), SECRET_KEY: KEY });
  expect([told.at(-1), failed]).toEqual([
    'FAIL  DATABASE_URL leads through a pooler in transaction mode: set DATABASE_URL_SESSION to a direct connection',
    true,
  ]);
  await pooler.stop();
});

test('for a role that may not create roles it prints SQL, with which the server starts', async () => {
  const url = new URL(await createDatabase(inject('databaseUrl')));
  const database = url.pathname.slice(1);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`CREATE ROLE ${database}_owner LOGIN PASSWORD 'owner'`);
  url.username = `${database}_owner`;
  url.password = 'owner';
  const before = await checkConfig({ DATABASE_URL: url.href, SECRET_KEY: KEY });
  expect(before.failed).toBe(true);
  const sql = before.text.slice(before.text.indexOf('CREATE ROLE'));
  await admin.query(sql);
  const app = new URL(url);
  app.username = `${database}_app`;
  app.password = /PASSWORD '([^']+)'/.exec(sql)?.[1] ?? '';
  const settings = { DATABASE_URL: url.href, DATABASE_URL_APP: app.href, SECRET_KEY: KEY };
  const after = await lines(settings);
  expect(after).toMatchObject({ failed: false });
  await migrate(url.href, app.href);
  const without = await lines({ DATABASE_URL: url.href, SECRET_KEY: KEY });
  expect(without.lines.at(-1)).toBe(
    `FAIL  DATABASE_URL_APP is missing: the role ${database}_app was prepared by an administrator`,
  );
  await admin.end();
});
