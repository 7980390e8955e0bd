import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';

/** Brings the database of the owner's URL to the current schema: test databases are cloned from it. */
export async function prepareTemplate(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
}

/** Connection strings of a fresh, empty, migrated database. */
export async function cloneDatabase(templateUrl: string): Promise<{ owner: string; app: string }> {
  const owner = await createDatabase(templateUrl, new URL(templateUrl).pathname.slice(1));
  const { appUrl } = await migrate(owner);
  return { owner, app: appUrl };
}

/** The owner's connection string of a new database: a copy of `template`, or without a single table. */
export async function createDatabase(templateUrl: string, template = 'template0'): Promise<string> {
  const maintenance = new URL(templateUrl);
  maintenance.pathname = '/postgres';
  const owner = new URL(templateUrl);
  owner.pathname = `/test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(
      `CREATE DATABASE ${pg.escapeIdentifier(owner.pathname.slice(1))} TEMPLATE ${pg.escapeIdentifier(template)}`,
    );
  } finally {
    await client.end();
  }
  return owner.href;
}
