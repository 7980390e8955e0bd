import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { forgetMadeUp, loadWithMadeUp, MADE_UP } from '#tests/support/made-up-migration.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { migrate } from './migrate.ts';
import { BASELINE } from './migration-files.ts';

let url: string;
let owner: pg.Client;

beforeEach(async () => {
  ({ owner: url } = await cloneDatabase(inject('databaseUrl')));
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});

afterEach(() => owner.end());

/** Returns the message with which the database is refused. */
async function errorOf(): Promise<string> {
  return migrate(url).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('migrations: each is recorded with its checksum', async () => {
  const { rows } = await owner.query("SELECT name FROM private.migrations WHERE checksum ~ '^[0-9a-f]{64}$'");
  expect(rows).toContainEqual({ name: BASELINE });
});

test('a start: an applied migration that was changed since is refused by name', async () => {
  await owner.query("UPDATE private.migrations SET checksum = repeat('0', 64)");
  expect(await errorOf()).toBe(
    `Migration ${BASELINE} was changed after this database applied it: restore the file of the release.`,
  );
});

test('a start: a database that a newer version has migrated is refused', async () => {
  await owner.query("INSERT INTO private.migrations (name, checksum) VALUES ('9999-future.sql', 'x')");
  expect(await errorOf()).toMatch(
    /^This database is newer than this version, .* 9999-future\.sql: start the/,
  );
});

test('a start: a database from before version 1.0.0 is refused in one line', async () => {
  await owner.query("UPDATE private.migrations SET name = '0064-positions.sql' WHERE name = $1", [BASELINE]);
  expect(await errorOf()).toBe(
    'This database was made before version 1.0.0, which upgrades none: start with an empty database, or another DATA_DIR.',
  );
});

test('a second server: waits for the one that migrates, without a statement that others wait for', async () => {
  await owner.query('SELECT pg_advisory_lock(7205759403)');
  let isDone = false;
  const migrating = migrate(url).then(() => {
    isDone = true;
  });
  const asking = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
    AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await owner.query(asking)).rowCount).toBe(1);
  expect(isDone).toBe(false);
  await owner.query('SELECT pg_advisory_unlock(7205759403)');
  await migrating;
});

describe('a version with one more migration', () => {
  let next: typeof import('./migrate.ts');

  beforeAll(async () => {
    next = await loadWithMadeUp('#server/platform/db/migrate.ts');
  });
  afterAll(forgetMadeUp);

  test('its start: applies the migration once, to rows that there are', async () => {
    const pool = new pg.Pool({ connectionString: url });
    await owner.query("INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Acme')");
    expect(await next.isCurrent(pool)).toBe(false);
    await next.migrate(url);
    await next.migrate(url);
    expect(await next.isCurrent(pool)).toBe(true);
    await pool.end();
    expect((await owner.query('SELECT name FROM colors')).rows).toEqual([{ name: 'blue' }]);
  });

  test('its start on an empty database: applies the baseline, then the migration', async () => {
    await owner.query('DROP SCHEMA public, private, graphile_worker CASCADE; CREATE SCHEMA public');
    await next.migrate(url);
    const { rows } = await owner.query('SELECT name FROM private.migrations ORDER BY name');
    expect([rows[0], rows.at(-1)]).toEqual([{ name: BASELINE }, { name: MADE_UP }]);
  });

  test('two of its servers that start at once: the migration is applied once', async () => {
    await owner.query("INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Acme')");
    await Promise.all([next.migrate(url), next.migrate(url)]);
    expect((await owner.query('SELECT name FROM colors')).rows).toEqual([{ name: 'blue' }]);
  });

  test('the version before: refuses the database', async () => {
    await next.migrate(url);
    expect(await errorOf()).toContain(`doesn't know its migration ${MADE_UP}`);
  });
});
