import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createDatabase } from '#tests/support/template.ts';
import { roleSql } from './app-role.ts';

// A database as providers hand it out: its role owns it, but may not create roles and is no superuser.

let admin: pg.Client;
let ownerUrl: URL;
let names: { owner: string; app: string; database: string };
const running: ServerProcess[] = [];

beforeEach(async () => {
  ownerUrl = new URL(await createDatabase(inject('databaseUrl')));
  admin = new pg.Client({ connectionString: ownerUrl.href });
  await admin.connect();
  const database = ownerUrl.pathname.slice(1);
  names = { database, owner: `${database}_owner`, app: `${database}_app` };
  await admin.query(
    `CREATE ROLE ${names.owner} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD 'owner';
     GRANT CREATE ON DATABASE ${database} TO ${names.owner}; GRANT CREATE ON SCHEMA public TO ${names.owner}`,
  );
  ownerUrl.username = names.owner;
  ownerUrl.password = 'owner';
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
  await admin.end();
});

function start(settings: Record<string, string> = {}): ServerProcess {
  const server = startServer({
    ...{ DATABASE_URL: ownerUrl.href, ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD },
    ...settings,
  });
  running.push(server);
  return server;
}

function appUrl(password = 'app'): string {
  const url = new URL(ownerUrl);
  url.username = names.app;
  url.password = password;
  return url.href;
}

async function complaint(settings: Record<string, string> = {}): Promise<string> {
  const server = start(settings);
  expect(await server.ended).toBe(1);
  return server.errors();
}

test('without a prepared role, one line says what to do', async () => {
  expect(await complaint()).toBe(
    'The role of DATABASE_URL may not create roles: have an administrator run the SQL that check-config prints, then set DATABASE_URL_APP.\n',
  );
});

test('with the role of an administrator everything works, and none of its roles is needed', async () => {
  await admin.query(roleSql(names, 'app'));
  const settings = { DATABASE_URL_APP: appUrl() };
  const url = await start(settings).ready();
  const user = clientOf(url);
  await user.post('/api/login', { username: 'ada', password: PASSWORD });
  const file = csvFile([['email'], ['a@example.com'], ['b@example.com']]);
  const { stats } = await importLeads(user, file, { fieldMapping: { email: 'email' } });
  expect(stats).toMatchObject({ imported: 2 });
  const { rows } = await admin.query(
    "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE '%/%' ORDER BY 1",
    [names.database],
  );
  expect(rows.map(({ usename }) => usename)).toEqual([names.app, names.owner]);
  // A second server finds the schema, and the setting is still needed.
  await start(settings).ready();
  expect(await complaint()).toBe(
    `Set DATABASE_URL_APP: the role ${names.app} was prepared by an administrator.\n`,
  );
});

test.each([
  ['SUPERUSER', /could see every organization: it must not be a superuser/],
  ['BYPASSRLS', /could see every organization/],
])('a role with %s is refused', async (right, message) => {
  await admin.query(`${roleSql(names, 'app')}; ALTER ROLE ${names.app} ${right}`);
  expect(await complaint({ DATABASE_URL_APP: appUrl() })).toMatch(message);
});

test('a member of the role of DATABASE_URL is refused', async () => {
  await admin.query(`${roleSql(names, 'app')}; GRANT ${names.owner} TO ${names.app}`);
  expect(await complaint({ DATABASE_URL_APP: appUrl() })).toMatch(/be a member of the role of DATABASE_URL/);
});

test('a wrong password, another database and another role are named', async () => {
  await admin.query(roleSql(names, 'app'));
  expect(await complaint({ DATABASE_URL_APP: appUrl('wrong') })).toMatch(
    /^DATABASE_URL_APP can't be used: password authentication failed[^\n]*\n$/,
  );
  const elsewhere = new URL(appUrl());
  elsewhere.pathname = '/postgres';
  expect(await complaint({ DATABASE_URL_APP: elsewhere.href })).toBe(
    "DATABASE_URL_APP leads to another database than the owner's connection\n",
  );
  const server = start({ DATABASE_URL_APP: appUrl() });
  await server.ready();
  await admin.query(`CREATE ROLE ${names.app}_other LOGIN PASSWORD 'app'`);
  const other = new URL(appUrl());
  other.username = `${names.app}_other`;
  expect(await complaint({ DATABASE_URL_APP: other.href })).toBe(
    `DATABASE_URL_APP names the role ${names.app}_other, but this database was set up for the role ${names.app}.\n`,
  );
});
