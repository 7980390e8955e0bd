import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';
import { applyMigration, statementsOf } from './apply-migration.ts';

let url: string;
let owner: pg.Client;
let application: pg.Client;
let waits: string[];

beforeEach(async () => {
  ({ owner: url } = await cloneDatabase(inject('databaseUrl')));
  [owner, application] = await Promise.all([connected(), connected()]);
  waits = [];
});

afterEach(() => Promise.all([owner.end(), application.end()]));

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const apply = (sql: string, name = '9000-test.sql') =>
  applyMigration(owner, { name, sql, checksum: 'x' }, () => void waits.push(name));

const isRecorded = async (name = '9000-test.sql') =>
  (await application.query('SELECT FROM private.migrations WHERE name = $1', [name])).rowCount === 1;

async function indexOf(name: string): Promise<boolean | undefined> {
  const { rows } = await application.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0]?.valid;
}

test('a migration that waits for a lock lets others pass, and is applied once it gets it', async () => {
  await application.query('BEGIN; SELECT FROM leads LIMIT 1');
  const applying = apply('ALTER TABLE leads ADD COLUMN extra text');
  await expect.poll(() => waits).toEqual(['9000-test.sql']);
  // A reader that comes after the migration isn't held up until that has its lock.
  const reader = await connected();
  try {
    for (let read = 0; read < 20; read++) await reader.query('SELECT FROM leads LIMIT 1');
  } finally {
    await reader.end();
  }
  expect(await isRecorded()).toBe(false);
  await application.query('COMMIT');
  await applying;
  expect(await isRecorded()).toBe(true);
});

test('a failed migration in a transaction leaves nothing, and is named', async () => {
  await expect(apply('CREATE TABLE half (a int); SELECT 1 / 0')).rejects.toThrow(
    'Migration 9000-test.sql failed: division by zero',
  );
  expect((await application.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
  expect(await isRecorded()).toBe(false);
});

test('a migration without a transaction builds its index while others write', async () => {
  const sql = `-- no transaction
-- Finds leads; quickly.
create index concurrently if not exists leads_extra on leads (organization_id, city);
do $$ begin perform 1; commit; end $$;
`;
  await application.query("BEGIN; UPDATE leads SET city = 'x'");
  const applying = apply(sql);
  await expect.poll(() => indexOf('leads_extra')).toBe(false);
  const other = await connected();
  await other.query("SET lock_timeout = '5s'; UPDATE leads SET city = 'y'");
  await other.end();
  await application.query('COMMIT');
  await applying;
  expect(await indexOf('leads_extra')).toBe(true);
  expect(waits).toEqual([]);
  expect(await isRecorded()).toBe(true);
});

test('an interrupted migration without a transaction is completed by the next start', async () => {
  await owner.query("CREATE TABLE names (name text); INSERT INTO names VALUES ('a'), ('a')");
  const sql = '-- no transaction\ncreate unique index concurrently if not exists names_once on names (name);';
  await expect(apply(sql)).rejects.toThrow(/^Migration 9000-test\.sql failed: could not create unique index/);
  expect(await indexOf('names_once')).toBe(false);
  await owner.query('DELETE FROM names WHERE ctid = (SELECT min(ctid) FROM names)');
  await apply(sql);
  expect(await indexOf('names_once')).toBe(true);
  expect(await isRecorded()).toBe(true);
});

test('statements are separated where they end', () => {
  const [first = '', second = '', ...more] = statementsOf(
    "-- a; b\nselect 'c;''d';\n\ndo $x$ begin perform 1; end $x$;\n-- end\n",
  );
  expect(first).toBe("-- a; b\nselect 'c;''d';");
  expect(second).toBe('do $x$ begin perform 1; end $x$;');
  expect(more).toEqual([]);
});
