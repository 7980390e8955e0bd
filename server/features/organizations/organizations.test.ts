import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/accounts.ts';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { Organization } from '#contract/organizations.ts';
import { purgeOrganizations } from '#server/features/housekeeping/housekeeping.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type Client, clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';

let app: TestApp;
let root: SignedIn;
/** A user of the Default Organization, and an administrator of another. */
let clerk: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  root = await signUp(app.url, 'root');
  clerk = await addColleague(app, root, 'clerk');
  stranger = await signUp(app.url, 'Stranger');
});

afterAll(() => app.close());

const list = async () => (await root.get<Organization[]>('/api/organizations')).body;
const create = (name: unknown, by: Client = root) =>
  by.post<Organization & ErrorReply>('/api/organizations', { name });
const addAdmin = (id: string, username: string, password = PASSWORD, by: Client = root) =>
  by.post<ManagedUser & ErrorReply>(`/api/organizations/${id}/admins`, { username, password });

test('all organizations are listed with their counts, oldest first', async () => {
  await makeLead(stranger, { email: 'a@example.com' });
  const { id } = await makeLead(stranger, { email: 'b@example.com' });
  await makeLead(stranger, { email: 'c@example.com' });
  await call(stranger, 'DELETE', `/api/leads/${id}`);
  const organizations = await list();
  expect(organizations.map(({ createdAt: _, deletedAt: __, ...rest }) => rest)).toEqual([
    { id: root.user.organizationId, name: 'Default Organization', users: 2, admins: 1, leads: 0, imports: 0 },
    { id: stranger.user.organizationId, name: 'Stranger', users: 1, admins: 1, leads: 2, imports: 0 },
  ]);
  expect(organizations[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('one is created empty, its name trimmed, and audited', async () => {
  const { status, body } = await create('  Northwind  ');
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Northwind', users: 0, admins: 0, leads: 0, imports: 0 });
  expect((await list()).at(-1)).toEqual(body);
  expect((await auditOf(app, root.user.organizationId, 'create_organization')).at(-1)).toEqual({
    resource: 'Northwind',
    username: 'root',
    details: null,
  });
});

test.each([
  ['', 400],
  ['   ', 400],
  ['x'.repeat(101), 400],
  ['a\u0000b', 400],
  [7, 400],
  ['STRANGER', 409],
  ['default organization', 409],
])('the name %j is refused with %i', async (name, expected) => {
  const before = await list();
  const { status, body } = await create(name);
  expect([status, body.field]).toEqual([expected, 'name']);
  expect(await list()).toEqual(before);
});

test('an administrator is added to another organization: they sign in there, and both trails tell of it', async () => {
  const { body: made } = await create('Contoso');
  const { status, body } = await addAdmin(made.id, 'Carla');
  expect(status).toBe(201);
  expect(body).toMatchObject({ username: 'Carla', isAdmin: true, mustChangePassword: false });
  const client = clientOf(app.url);
  const { body: carla } = await client.post<CurrentUser>('/api/login', {
    username: 'carla',
    password: PASSWORD,
  });
  expect(carla).toMatchObject({ isAdmin: true, organization: { id: made.id, name: 'Contoso' } });
  expect((await client.get<ManagedUser[]>('/api/users')).body.map(({ username }) => username)).toEqual([
    'Carla',
  ]);
  expect(await auditOf(app, made.id, 'create_user')).toEqual([
    { resource: 'Carla', username: 'root', details: { isAdmin: true, temporaryPassword: false } },
  ]);
  expect(await auditOf(app, root.user.organizationId, 'create_user')).toEqual([
    { resource: 'Carla', username: 'root', details: { isAdmin: true, organization: 'Contoso' } },
  ]);
  expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ users: 1, admins: 1 });
});

test('a name that is taken, a common password or an unknown organization adds nobody, anywhere', async () => {
  const { body: made } = await create('Fabrikam');
  const taken = await addAdmin(made.id, 'STRANGER');
  expect([taken.status, taken.body.field]).toEqual([409, 'username']);
  const common = await addAdmin(made.id, 'dora', 'password1');
  expect([common.status, common.body.field]).toEqual([400, 'password']);
  expect((await addAdmin(made.id, 'dora', 'short')).body.field).toBe('password');
  expect((await addAdmin(made.id, '', PASSWORD)).body.field).toBe('username');
  const unknown = await addAdmin(crypto.randomUUID(), 'dora');
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Organization not found']);
  expect((await addAdmin('none', 'dora')).status).toBe(404);
  expect(await auditOf(app, made.id, 'create_user')).toEqual([]);
  const { rows } = await app.context.db.owner.query("SELECT FROM usernames WHERE key = 'dora'");
  expect(rows).toEqual([]);
});

test('they are none of the business of anyone else', async () => {
  const { id } = stranger.user.organization;
  const tries = (by: Client) => [
    by.get('/api/organizations'),
    create('Mine', by),
    addAdmin(id, 'eve', PASSWORD, by),
  ];
  const statuses = async (by: Client) => (await Promise.all(tries(by))).map(({ status }) => status);
  expect(await statuses(clerk)).toEqual([403, 403, 403]);
  expect(await statuses(stranger)).toEqual([403, 403, 403]);
  expect(await statuses(app.anonymous)).toEqual([401, 401, 401]);
});

test('the database itself tells no other organization of them, and lets none create one', async () => {
  const scope = organizationScope(app.context.db.app, stranger.user.organizationId);
  expect(await scope.transaction((tx) => tx.query('SELECT * FROM organization_overview()'))).toEqual([]);
  await expect(
    scope.transaction((tx) => tx.query('SELECT create_organization(gen_random_uuid(), $1)', ['Mine'])),
  ).rejects.toThrow('organizations are created by the Default Organization');
  const { rows } = await app.context.db.app.query('SELECT * FROM organization_overview()');
  expect(rows).toEqual([]);
});

describe('an organization that is renamed', () => {
  const rename = (id: string, name: string, by: SignedIn = root) =>
    call<ErrorReply>(by, 'PATCH', `/api/organizations/${id}`, { name });

  test('has its new name everywhere, keeps what it has, and is audited', async () => {
    const user = await signUp(app.url, 'renamed');
    const { id, name } = user.user.organization;
    expect(await rename(id, ' Nordlicht ')).toMatchObject({
      status: 200,
      body: { message: `${name} is now called Nordlicht` },
    });
    expect((await list()).find((one) => one.id === id)?.name).toBe('Nordlicht');
    const { body } = await user.get<typeof user.user>('/api/user');
    expect(body.organization.name).toBe('Nordlicht');
    expect((await auditOf(app, root.user.organizationId, 'rename_organization')).at(-1)).toMatchObject({
      resource: 'Nordlicht',
      details: { from: name },
    });
  });

  test('needs a name that is free, the Default Organization, and is never that one', async () => {
    const { id } = stranger.user.organization;
    for (const name of [' ', 'x'.repeat(101), 'a\u0000b']) {
      expect(await rename(id, name)).toMatchObject({ status: 400, body: { field: 'name' } });
    }
    for (const name of ['default organization', root.user.organization.name]) {
      expect(await rename(id, name)).toMatchObject({ status: 409, body: { field: 'name' } });
    }
    expect((await rename(root.user.organizationId, 'Other')).status).toBe(409);
    expect((await rename(crypto.randomUUID(), 'Other')).status).toBe(404);
    for (const by of [clerk, stranger]) expect((await rename(id, 'Mine', by)).status).toBe(403);
  });
});

describe('an organization in the bin', () => {
  const remove = (id: string, name: string, by: Client = root) =>
    call<ErrorReply>(by as SignedIn, 'DELETE', `/api/organizations/${id}`, { name });
  const restore = (id: string) => root.post<ErrorReply>(`/api/organizations/${id}/restore`);
  let serial = 0;
  const madeUp = async () => {
    const user = await signUp(app.url, `Leaving-${++serial}`);
    return { user, ...user.user.organization };
  };

  test('has no users and no tokens until it is restored, and both are audited', async () => {
    const { user, id, name } = await madeUp();
    await makeLead(user, { email: 'kept@example.com' });
    const program = programOf(app.url, await tokenFor(user));
    const typed = await remove(id, 'something else');
    expect([typed.status, typed.body.field]).toEqual([400, 'name']);
    expect((await user.get('/api/user')).status).toBe(200);
    expect(await remove(id, ` ${name} `)).toMatchObject({
      status: 200,
      body: { message: `${name} was moved to the bin for 30 days` },
    });
    const signIn = () =>
      clientOf(app.url).post('/api/login', { username: user.user.username, password: PASSWORD });
    expect((await user.get('/api/leads')).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect((await program.call('GET', '/leads')).status).toBe(401);
    expect((await addAdmin(id, `late-${serial}`)).status).toBe(404);
    expect((await remove(id, name)).status).toBe(404);
    expect((await list()).find((one) => one.id === id)?.deletedAt).not.toBeNull();
    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    expect((await signIn()).status).toBe(200);
    expect((await program.call<{ leads: unknown[] }>('GET', '/leads')).body.leads).toHaveLength(1);
    for (const action of ['delete_organization', 'restore_organization']) {
      expect((await auditOf(app, root.user.organizationId, action)).at(-1)).toMatchObject({ resource: name });
    }
  });

  test('is deleted after 30 days with all that any table has of it, and nothing of others', async () => {
    const { owner } = app.context.db;
    const { user, id, name } = await madeUp();
    const lead = await makeLead(user, { email: 'gone@example.com' });
    await call(user, 'POST', `/api/leads/${lead.id}/notes`, { text: 'a note' });
    await tokenFor(user);
    const rowsOf = async (organizationId: string): Promise<string[]> => {
      const { rows: tables } = await owner.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'organization_id'`,
      );
      const held: string[] = [];
      for (const table of tables) {
        const { rowCount } = await owner.query(`SELECT FROM "${table.name}" WHERE organization_id = $1`, [
          organizationId,
        ]);
        if (rowCount !== 0) held.push(`${table.name}: ${rowCount}`);
      }
      return held.sort();
    };
    const others = await rowsOf(stranger.user.organizationId);
    expect((await rowsOf(id)).length).toBeGreaterThan(8);
    await remove(id, name);
    await purgeOrganizations(owner);
    expect((await rowsOf(id)).length).toBeGreaterThan(8);
    await owner.query(
      "UPDATE organizations SET deleted_at = now() - interval '30 days 1 minute' WHERE id = $1",
      [id],
    );
    await purgeOrganizations(owner);
    expect(await rowsOf(id)).toEqual([]);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    expect(await rowsOf(stranger.user.organizationId)).toEqual(others);
    expect((await create(name)).status).toBe(201);
  });

  test('is never the default one, nor the business of anyone else', async () => {
    const { id, name } = root.user.organization;
    expect((await remove(id, name)).status).toBe(409);
    const { user, ...other } = await madeUp();
    for (const by of [clerk, stranger, user]) {
      expect((await remove(other.id, other.name, by)).status).toBe(403);
      expect((await by.post(`/api/organizations/${other.id}/restore`)).status).toBe(403);
    }
    expect((await remove(crypto.randomUUID(), 'x')).status).toBe(404);
  });
});
