import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const FOLDER = new URL('./schema-0012/', import.meta.url);

/** Fills a database at 0012 with leads of two organizations (`seed-0012.sql`). */
export async function seed0012(
  owner: pg.Client,
  organizations: { segmented: string; other: string },
): Promise<void> {
  const text = await readFile(new URL('./seed-0012.sql', import.meta.url), 'utf8');
  await owner.query(
    text.replaceAll('$A', `'${organizations.segmented}'`).replaceAll('$B', `'${organizations.other}'`),
  );
}

/**
 * Brings an empty database to the schema of the last version before the baseline.
 * @param upTo last migration to apply
 */
export async function migrateTo0012(ownerUrl: string, upTo = '0012'): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("SELECT current_database() || '_app' AS role");
    const role = rows[0]?.role ?? '';
    const password = randomBytes(12).toString('hex');
    await client.query(`
      CREATE SCHEMA private;
      CREATE TABLE private.app_role (name text PRIMARY KEY, password text NOT NULL);
      CREATE TABLE private.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
      INSERT INTO private.app_role VALUES (${pg.escapeLiteral(role)}, '${password}');
      CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${password}'`);
    await runMigrations({ connectionString: ownerUrl });
    for (const name of (await readdir(FOLDER)).sort()) {
      if (!/^\d{4}-.*\.sql$/.test(name) || name.slice(0, 4) > upTo) continue;
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      await client.query(text.replaceAll('"app_role"', pg.escapeIdentifier(role)));
      await client.query('INSERT INTO private.migrations (name) VALUES ($1)', [name]);
    }
  } finally {
    await client.end();
  }
}
