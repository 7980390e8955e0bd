import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '#tests/support/admin.ts';
import { readCatalog } from '#tests/support/catalog.ts';
import { forgetMadeUp, loadWithMadeUp } from '#tests/support/made-up-migration.ts';
import { createDatabase } from '#tests/support/template.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { newId } from '../../platform/ids.ts';
import { verifyFile } from './read-file.ts';
import { writeBackup } from './write-file.ts';

// Backups of databases of another version of the product.

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
  await migrate(older);
  const path = join(folder, 'older');
  const id = newId();
  await withPool(older, async (owner) => {
    await owner.query("INSERT INTO organizations (id, name) VALUES ($1, 'Default Organization')", [id]);
    await writeBackup(owner, path, options);
  });
  const current = await createDatabase(inject('databaseUrl'));
  const target = await createDatabase(inject('databaseUrl'));
  try {
    const { restoreInstallation } = await loadWithMadeUp<typeof import('./restore-installation.ts')>(
      '#server/features/backup/restore-installation.ts',
    );
    const next = await import('../../platform/db/migrate.ts');
    await next.migrate(current);
    const source = { path, passphrase: null, ...(await verifyFile(path, null)) };
    const restoreInto = (ownerUrl: string) => restoreInstallation(source, { ownerUrl, preparedAppUrl: null });
    await expect(restoreInto(current)).rejects.toThrow(/^This database was set up by a newer /);
    await restoreInto(target);
  } finally {
    forgetMadeUp();
  }
  await withPool(target, async (owner) => {
    const { rows } = await owner.query('SELECT organization_id AS id, name FROM colors');
    expect(rows).toEqual([{ id, name: 'blue' }]);
    expect(await readCatalog(owner)).toEqual(await withPool(current, readCatalog));
  });
});

test('a backup of a newer version is refused', async () => {
  const newer = await createDatabase(inject('databaseUrl'));
  await migrate(newer);
  const path = join(folder, 'newer');
  await withPool(newer, async (owner) => {
    await owner.query("INSERT INTO private.migrations (name, checksum) VALUES ('9999-rockets.sql', 'x')");
    await writeBackup(owner, path, options);
  });
  expect(await restore(await createDatabase(inject('databaseUrl')), path)).toEqual({
    code: 1,
    out: '',
    err: 'The backup was made by a newer version (0.0.1), which has the migration 9999-rockets.sql: restore it with that version\n',
  });
});
