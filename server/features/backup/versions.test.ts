import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '#tests/support/admin.ts';
import { readCatalog } from '#tests/support/catalog.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { createDatabase } from '#tests/support/template.ts';
import { migrate, migrateLocked, withMigrationLock } from '../../platform/db/migrate.ts';
import { migrationNames } from '../../platform/db/migration-files.ts';
import { openPool } from '../../platform/db/pool.ts';
import { newId } from '../../platform/ids.ts';
import { writeBackup } from './write-file.ts';

// Backups of databases of another version of the product.

/** The last migration, which counts the leads of each day, is missing in the older version. */
const COUNTS_BY_DAY = '0041-leads-by-day.sql';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-manager-versions-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withPool<T>(url: string, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = openPool(url, 2, () => undefined);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const restore = (url: string, path: string) =>
  runAdmin(['restore', path], { DATABASE_URL: url, DATA_DIR: folder });
const options = { organization: null, passphrase: null, secretKey: null, product: '0.0.1' };

test('a backup of an older version is restored, then migrated', async () => {
  const older = await createDatabase(inject('databaseUrl'));
  const names = await migrationNames();
  const only = new Set(names.filter((name) => name < COUNTS_BY_DAY));
  await withMigrationLock(older, (client) => migrateLocked(client, older, null, { only }));
  const path = join(folder, 'older');
  await withPool(older, async (owner) => {
    const id = newId();
    await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'Default Organization')", [id]);
    await insertStored(
      owner,
      id,
      'organization_id, id, email',
      'SELECT $1::uuid, gen_random_uuid(), unnest($2::text[])',
      [['a@example.com', 'b@example.com']],
    );
    await writeBackup(owner, path, options);
  });

  const current = await createDatabase(inject('databaseUrl'));
  await migrate(current);
  const refused = await restore(current, path);
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^This database was set up by a newer /),
  });

  const target = await createDatabase(inject('databaseUrl'));
  expect(await restore(target, path)).toMatchObject({ code: 0, err: '' });
  await withPool(target, async (owner) => {
    const { rows } = await owner.query(
      "SELECT sum(total)::int AS leads FROM lead_stats WHERE dimension = 'created'",
    );
    expect(rows).toEqual([{ leads: 2 }]);
    const catalog = await readCatalog(owner);
    expect(catalog).toEqual(await withPool(current, readCatalog));
  });
});

test('a backup of a newer version is refused', async () => {
  const newer = await createDatabase(inject('databaseUrl'));
  await migrate(newer);
  const path = join(folder, 'newer');
  await withPool(newer, async (owner) => {
    await owner.query("INSERT INTO private.migrations (name) VALUES ('9999-rockets.sql')");
    await writeBackup(owner, path, options);
  });
  expect(await restore(await createDatabase(inject('databaseUrl')), path)).toEqual({
    code: 1,
    out: '',
    err: 'The backup was made by a newer version (0.0.1), which has the migration 9999-rockets.sql: restore it with that version\n',
  });
});
