import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Creates the schema of 1.0.0 from `migrations/baseline`. */
export const BASELINE = '0000-baseline';

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256, independent of line endings. */
  checksum: string;
}

/** Returns the baseline, then the numbered files. */
export async function readMigrations(): Promise<Migration[]> {
  const topics = await sqlFiles(new URL('baseline/', FOLDER));
  const baseline = topics.map(({ sql }) => sql).join('\n');
  const numbered = (await sqlFiles(FOLDER)).filter(({ name }) => /^\d{4}-/.test(name));
  return [{ name: BASELINE, sql: baseline }, ...numbered].map((file) => ({
    ...file,
    checksum: createHash('sha256').update(file.sql).digest('hex'),
  }));
}

async function sqlFiles(folder: URL): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n'),
    })),
  );
}

export async function appliedNames(client: Pick<pg.Pool, 'query'> | pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM private.migrations');
  return new Set(rows.map(({ name }) => name));
}

/** An unusable database; the message gives the reason and remedy. */
export class DatabaseVersionError extends Error {}

/** @throws DatabaseVersionError if the database is newer, or an applied migration changed */
export async function verifyApplied(client: pg.Client, files: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM private.migrations ORDER BY name',
  );
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  if (rows.length > 0 && rows[0]?.name !== BASELINE) {
    throw new DatabaseVersionError(
      'This database was made before version 1.0.0, which upgrades none: start with an empty database, or another DATA_DIR.',
    );
  }
  const unknown = rows.findLast(({ name }) => !checksums.has(name));
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      `This database is newer than this version, which doesn't know its migration ${unknown.name}: start the version that last used it, or a later one.`,
    );
  }
  const changed = rows.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed !== undefined) {
    throw new DatabaseVersionError(
      `Migration ${changed.name} was changed after this database applied it: restore the file of the release.`,
    );
  }
}
