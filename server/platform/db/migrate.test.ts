import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';
import { migrate } from './migrate.ts';

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

test('every migration is recorded with its checksum', async () => {
  const { rows } = await owner.query(
    "SELECT name FROM private.migrations WHERE checksum !~ '^[0-9a-f]{64}$' OR checksum IS NULL",
  );
  expect(rows).toEqual([]);
});

test('a migration that was changed after it was applied is refused by name', async () => {
  await owner.query("UPDATE private.migrations SET checksum = repeat('0', 64) WHERE name LIKE '0015-%'");
  expect(await errorOf()).toBe(
    'Migration 0015-api-calls.sql was changed after this database applied it: restore the file of the release.',
  );
});

test('a database that a newer version has migrated is refused', async () => {
  await owner.query("INSERT INTO private.migrations (name, checksum) VALUES ('9999-future.sql', 'x')");
  expect(await errorOf()).toMatch(
    /^This database is newer than this version, .* 9999-future\.sql: start the/,
  );
});

test('a database of a version without checksums gets them', async () => {
  await owner.query('ALTER TABLE private.migrations DROP COLUMN checksum');
  expect(await errorOf()).toBe('none');
  const { rows } = await owner.query('SELECT FROM private.migrations WHERE checksum IS NULL');
  expect(rows).toEqual([]);
});

test('a second server waits for the one that migrates, without a statement that others wait for', async () => {
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
