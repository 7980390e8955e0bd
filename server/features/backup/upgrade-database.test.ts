import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { runAdmin } from '#tests/support/admin.ts';
import { startTestApp } from '#tests/support/app.ts';
import { clientOf, PASSWORD, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { olderPostgres } from '#tests/support/older-postgres/programs.ts';
import { startServer } from '#tests/support/server-process.ts';
import { migrate } from '../../platform/db/migrate.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-upgrade-'));
  chmodSync(folder, 0o711);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the embedded database moves from PostgreSQL 17 to 18 with everything in it', async () => {
  const dataDir = join(folder, 'data');
  const programs = olderPostgres('17');
  const former = await startEmbedded({ dataDir, programs });
  const { appUrl } = await migrate(former.url);
  const app = await startTestApp({ urls: { owner: former.url, app: appUrl } });
  const ada = await signUp(app.url, 'ada');
  await importLeads(ada, csvFile([['email'], ['a@example.com'], ['b@example.com']]), {
    fieldMapping: { email: 'email' },
  });
  const leads = await leadsOf(ada);
  await app.close();
  await former.stop();

  const settings = { DATA_DIR: dataDir };
  expect(await runAdmin(['upgrade-database'], settings)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database was created by PostgreSQL 17: pass --programs [^\n]*\n$/),
  });
  const done = await runAdmin(['upgrade-database', '--programs', programs], settings);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toMatch(/^The database now runs on PostgreSQL 18\./);
  expect(done.out).toMatch(/ \d+ entries, OK, ends with [\da-f]{64}\n$/);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-17', 'postgres-password']);
  expect(readFileSync(join(dataDir, 'postgres-17', 'PG_VERSION'), 'utf8')).toBe('17\n');

  const server = startServer(settings);
  const client = clientOf(await server.ready());
  expect((await client.post('/api/login', { username: 'ada', password: PASSWORD })).status).toBe(200);
  expect(await leadsOf(client)).toEqual(leads);
  await server.end('SIGTERM');
  expect((await runAdmin(['upgrade-database'], settings)).out).toBe(
    'The database already runs on PostgreSQL 18\n',
  );
});

test('a database of your own is none of it, and the present one stays where the upgrade fails', async () => {
  const dataDir = join(folder, 'failing');
  const former = await startEmbedded({ dataDir, programs: olderPostgres('17') });
  await migrate(former.url);
  const client = new pg.Client({ connectionString: former.url });
  await client.connect();
  await client.query("INSERT INTO private.migrations (name, checksum) VALUES ('9999-rockets.sql', 'x')");
  await client.end();
  await former.stop();
  const settings = { DATA_DIR: dataDir };
  const failed = await runAdmin(['upgrade-database', '--programs', olderPostgres('17')], settings);
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringMatching(/^This database is newer than this version/),
  ]);
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  expect(existsSync(join(dataDir, 'postgres-17'))).toBe(false);
  const own = await runAdmin(['upgrade-database'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(own).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^DATABASE_URL names a database of your own/),
  });
});
