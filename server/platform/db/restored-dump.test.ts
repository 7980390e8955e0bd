import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readCatalog } from '#tests/support/catalog.ts';
import { clientOf, PASSWORD, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { forgetMadeUp, loadWithMadeUp } from '#tests/support/made-up-migration.ts';
import { createDatabase } from '#tests/support/template.ts';
import { roleSql } from './app-role.ts';
import { migrate } from './migrate.ts';

// A database as pg_dump and psql or pg_restore leave it on another server.

let url: string;
let owner: pg.Client;
let role: string;

beforeEach(async () => {
  // Not a copy of the template, whose role others use too.
  url = await createDatabase(inject('databaseUrl'));
  await migrate(url);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  role = await recordedRole();
});

afterEach(() => owner.end());

async function recordedRole(): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM private.app_role');
  return rows[0]?.name ?? '';
}

async function catalogOfFresh(): Promise<unknown> {
  const fresh = new pg.Client({ connectionString: inject('databaseUrl') });
  await fresh.connect();
  try {
    return await readCatalog(fresh);
  } finally {
    await fresh.end();
  }
}

/** Takes from the database what a dump loses that is restored without the role: its policies and all grants. */
async function loseRights(): Promise<void> {
  await owner.query(`
    DO $$
    DECLARE p record; f regprocedure;
    BEGIN
      FOR p IN SELECT polrelid::regclass AS of, polname FROM pg_policy LOOP
        EXECUTE format('DROP POLICY %I ON %s', p.polname, p.of);
      END LOOP;
      FOR f IN SELECT r.oid FROM pg_proc r WHERE r.pronamespace = 'public'::regnamespace AND r.prokind <> 'a' AND r.proacl IS NOT NULL
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = r.oid AND d.deptype = 'e') LOOP
        EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO PUBLIC', f);
      END LOOP;
    END $$`);
  await owner.query(`DROP OWNED BY ${role}`);
}

/** Serves the database: its application imports leads and lists them. */
async function expectWorking(appUrl: string): Promise<void> {
  const app = await startTestApp({ urls: { owner: url, app: appUrl }, jobs: true });
  try {
    const user = await signUp(app.url, 'ada');
    const { stats } = await importLeads(user, csvFile([['email'], ['a@example.com'], ['b@example.com']]), {
      fieldMapping: { email: 'email' },
    });
    expect(stats).toMatchObject({ imported: 2 });
    expect((await user.get<{ total: number }>('/api/leads')).body.total).toBe(2);
  } finally {
    await app.close();
  }
}

async function errorOf(preparedUrl: string | null = null): Promise<string> {
  return migrate(url, preparedUrl).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('role, password, grants and policies are made again where the server lacks the role', async () => {
  await loseRights();
  await owner.query(`DROP ROLE ${role}`);
  const { appUrl } = await migrate(url);
  expect(await recordedRole()).toBe(role);
  expect(await readCatalog(owner)).toEqual(await catalogOfFresh());
  await expectWorking(appUrl);
});

test('grants are made again where the dump was restored without them', async () => {
  await loseRights();
  await migrate(url);
  expect(await readCatalog(owner)).toEqual(await catalogOfFresh());
});

test('grants of an older version are made again before it is upgraded', async () => {
  await loseRights();
  try {
    const next = await loadWithMadeUp<typeof import('./migrate.ts')>('#server/platform/db/migrate.ts');
    const { appUrl } = await next.migrate(url);
    await loseRights();
    await next.migrate(url);
    await owner.query('DROP TABLE colors');
    expect(await readCatalog(owner)).toEqual(await catalogOfFresh());
    await expectWorking(appUrl);
  } finally {
    forgetMadeUp();
  }
});

test("another installation's role of that name keeps its password; this one gets a role of its own", async () => {
  await owner.query(`CREATE ROLE ${role}_other LOGIN PASSWORD 'of another installation'`);
  await owner.query(`UPDATE private.app_role SET name = '${role}_other'`);
  const { appUrl } = await migrate(url);
  expect(new URL(appUrl).username).toBe(role);
  expect(await readCatalog(owner)).toEqual(await catalogOfFresh());
  const other = new URL(url);
  [other.username, other.password] = [`${role}_other`, 'of another installation'];
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  await client.end();
  await expectWorking(appUrl);
});

test('a role of this database whose password is unknown gets a new one', async () => {
  await owner.query(`ALTER ROLE ${role} PASSWORD 'forgotten'`);
  const { appUrl } = await migrate(url);
  await expectWorking(appUrl);
});

test('a role that was prepared elsewhere gives way to the one of this server', async () => {
  await owner.query("UPDATE private.app_role SET name = 'of_the_old_server', password = ''");
  const { appUrl } = await migrate(url);
  expect(new URL(appUrl).username).toBe(role);
  await owner.query("UPDATE private.app_role SET name = 'of_the_old_server'");
  const names = { owner: 'postgres', app: `${role}_prepared`, database: owner.database ?? '' };
  await owner.query(roleSql(names, 'prepared').split('\n')[0] ?? '');
  const prepared = new URL(url);
  [prepared.username, prepared.password] = [names.app, 'prepared'];
  expect(await errorOf(prepared.href)).toBe('none');
  await expectWorking(prepared.href);
});

test('tables of another role are refused in one line', async () => {
  await owner.query(`CREATE ROLE ${role}_owner LOGIN PASSWORD 'owner'`);
  const other = new URL(url);
  [other.username, other.password] = [`${role}_owner`, 'owner'];
  const by = decodeURIComponent(new URL(url).username);
  url = other.href;
  expect(await errorOf()).toBe(
    `The tables of this database belong to the role ${by}, not to ${role}_owner of DATABASE_URL: name that role, or restore the dump as ${role}_owner with --no-owner.`,
  );
});

test('what a dump that ended early leaves is refused in one line', async () => {
  await owner.query(
    'ALTER TABLE private.migrations DROP CONSTRAINT migrations_pkey; TRUNCATE private.migrations',
  );
  expect(await errorOf()).toMatch(/^This database holds an incomplete restore.* --enable-row-security\)\.$/);
});

test('a dump by an owner that is no superuser has the rows of all organizations', async () => {
  const name = `${role}_plain`;
  await owner.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'plain'`);
  const plain = new URL(await createDatabase(inject('databaseUrl')));
  const admin = new pg.Client({ connectionString: plain.href });
  await admin.connect();
  await admin.query(`CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin;
    ALTER SCHEMA public OWNER TO ${name}; GRANT CREATE ON DATABASE ${plain.pathname.slice(1)} TO ${name}`);
  [plain.username, plain.password] = [name, 'plain'];
  await migrate(plain.href);
  const client = new pg.Client({ connectionString: plain.href });
  await client.connect();
  await client.query(
    "INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'A'), (gen_random_uuid(), 'B')",
  );
  // As pg_dump with --enable-row-security reads, and without it.
  await client.query('SET row_security = on');
  expect((await client.query('SELECT FROM organizations')).rowCount).toBe(2);
  await client.query('SET row_security = off');
  await expect(client.query('SELECT FROM organizations')).rejects.toThrow('row-level security');
  await Promise.all([client.end(), admin.end()]);
});

/** Returns the output of a PostgreSQL program, or null if none fits the server. */
function run(program: string, args: readonly string[], input?: string): string | null {
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8', input, maxBuffer: 2 ** 28 });
  return error === undefined && status === 0 ? stdout : null;
}

test.for([{ flags: [] }, { flags: ['--no-owner', '--no-acl'] }])(
  'a dump of the real pg_dump $flags works where it is restored',
  async ({ flags }, { skip }) => {
    const { appUrl } = await migrate(url);
    await expectWorking(appUrl);
    const dump = run('pg_dump', ['--enable-row-security', ...flags, url]);
    if (dump === null) return skip('pg_dump is missing, or older than the server');
    // As on another server.
    await owner.query(`ALTER ROLE ${role} RENAME TO ${role}_elsewhere`);
    await owner.end();
    url = await createDatabase(inject('databaseUrl'));
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    expect(run('psql', ['--quiet', url], dump)).not.toBeNull();
    const restored = await migrate(url);
    role = await recordedRole();
    expect(await readCatalog(owner)).toEqual(await catalogOfFresh());
    const app = await startTestApp({ urls: { owner: url, app: restored.appUrl }, jobs: true });
    try {
      const user = clientOf(app.url);
      const { status } = await user.post('/api/login', { username: 'ada', password: PASSWORD });
      expect(status).toBe(200);
      expect((await user.get<{ total: number }>('/api/leads')).body.total).toBe(2);
    } finally {
      await app.close();
    }
  },
);
