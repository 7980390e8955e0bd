import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { freezing, joinDatabases, nodeUrls, ON_CLUSTER } from './cluster.ts';

/** Creates a database with the current schema, which the tests' databases are copied from, and returns the owner's URL. */
export async function createTemplateDatabase(serverUrl: string): Promise<string> {
  const name = `lead_manager_test_${randomBytes(4).toString('hex')}`;
  await onEachNode(serverUrl, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  const url = databaseOf(serverUrl, name);
  if (ON_CLUSTER) await joinDatabases(url);
  await migrate(url);
  if (ON_CLUSTER) {
    await onEachNode(serverUrl, async (client) => {
      for (const statement of freezing(name)) await client.query(statement);
    });
  }
  return url;
}

/** Creates an empty, migrated database and returns its connection strings. */
export async function cloneDatabase(templateUrl: string): Promise<{ owner: string; app: string }> {
  const owner = await createDatabase(templateUrl, nameIn(templateUrl));
  const { appUrl } = await migrate(owner);
  return { owner, app: appUrl };
}

/**
 * Creates a database beside the tests' template, a copy of `source`, which is empty by default. Returns the owner's
 * connection string.
 */
export async function createDatabase(templateUrl: string, source = 'template0'): Promise<string> {
  const name = `${nameIn(templateUrl)}_${randomBytes(4).toString('hex')}`;
  await onEachNode(templateUrl, (client) =>
    client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(source)}`),
  );
  return databaseOf(templateUrl, name);
}

/** Removes a database that a test has done with, where many of them would burden the server: each has workers of its own in Citus. */
export async function dropClone(url: string): Promise<void> {
  if (!ON_CLUSTER) return;
  await onEachNode(url, (client) =>
    client.query(`DROP DATABASE ${pg.escapeIdentifier(nameIn(url))} WITH (FORCE)`),
  );
}

/** Removes a template, the databases copied from it and their roles. */
export async function dropTestDatabases(serverUrl: string, templateUrl: string): Promise<void> {
  await onEachNode(serverUrl, async (client) => {
    const template = nameIn(templateUrl);
    const namesIn = async (sql: string): Promise<string[]> =>
      (await client.query<{ name: string }>(sql, [template])).rows.map(({ name }) => name);
    const databases = await namesIn('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)');
    for (const name of databases) {
      await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    }
    const roles = await namesIn('SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, $1)');
    for (const name of roles) await client.query(`DROP ROLE ${pg.escapeIdentifier(name)}`);
  });
}

function nameIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function databaseOf(url: string, name: string): string {
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

/** Works in the maintenance database of a server, and in that of each worker of a cluster. */
async function onEachNode(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const onNode = async (node: string): Promise<void> => {
    const client = new pg.Client({ connectionString: node });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  await Promise.all(nodeUrls(databaseOf(url, 'postgres')).map(onNode));
}
