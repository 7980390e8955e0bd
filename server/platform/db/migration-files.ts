import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** The baseline, and the first one, which had the migrations up to 0018 and stays as it is (docs/decisions/0022). */
export type BaselineFolder = 'baseline' | 'baseline-0018';

/** A numbered migration. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the text in hexadecimal, whichever line ends the checkout has. */
  checksum: string;
}

/** Returns the names of the numbered migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
}

/** Reads the numbered migrations, in order. */
export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Reads the files of a baseline, in order. */
export async function readBaseline(of: BaselineFolder): Promise<string[]> {
  const folder = new URL(`${of}/`, FOLDER);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
}

/** Returns the names of the migrations that a database has. */
export async function appliedNames(client: Pick<pg.Pool, 'query'> | pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM private.migrations');
  return new Set(rows.map(({ name }) => name));
}

/** A database that this version doesn't upgrade or use; the message says why, and what to do. */
export class DatabaseVersionError extends Error {}

/**
 * Compares the migrations that a database has with the files, and records checksums that older versions didn't keep.
 * @param oldest last migration of the versions whose files are no longer part of the product
 * @throws DatabaseVersionError if the database is newer than the code, or an applied migration was changed
 */
export async function verifyApplied(
  client: pg.Client,
  files: readonly Migration[],
  oldest: string,
): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'SELECT name, checksum FROM private.migrations ORDER BY name',
  );
  const byName = new Map(files.map((file) => [file.name, file]));
  const unknown = rows.filter(({ name }) => name > oldest && !byName.has(name)).at(-1);
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      `This database is newer than this version, which doesn't know its migration ${unknown.name}: start the version that last used it, or a later one.`,
    );
  }
  const changed = rows.find(
    ({ name, checksum }) => checksum !== null && byName.has(name) && byName.get(name)?.checksum !== checksum,
  );
  if (changed !== undefined) {
    throw new DatabaseVersionError(
      `Migration ${changed.name} was changed after this database applied it: restore the file of the release.`,
    );
  }
  const unsigned = rows.flatMap(({ name, checksum }) => (checksum === null ? (byName.get(name) ?? []) : []));
  if (unsigned.length === 0) return;
  await client.query(
    `UPDATE private.migrations m SET checksum = f.checksum
     FROM unnest($1::text[], $2::text[]) AS f (name, checksum) WHERE m.name = f.name`,
    [unsigned.map(({ name }) => name), unsigned.map(({ checksum }) => checksum)],
  );
}
