import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';

/** Brings the database of the owner's URL to the current schema: test databases are cloned from it. */
export async function prepareTemplate(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
}

/** Connection strings of a fresh, empty, migrated database. */
export async function cloneDatabase(templateUrl: string): Promise<{ owner: string; app: string }> {
  const template = new URL(templateUrl);
  const maintenance = new URL(templateUrl);
  maintenance.pathname = '/postgres';
  const owner = new URL(templateUrl);
  owner.pathname = `/test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(
      `CREATE DATABASE ${pg.escapeIdentifier(owner.pathname.slice(1))} TEMPLATE ${pg.escapeIdentifier(template.pathname.slice(1))}`,
    );
  } finally {
    await client.end();
  }
  const { appUrl } = await migrate(owner.href);
  return { owner: owner.href, app: appUrl };
}
