import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/accounts.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call } from '#tests/support/calls.ts';
import { type Answer, clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;
let names = 0;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  await signUp(app.url, 'root');
  stranger = await signUp(app.url, 'stranger');
});

afterAll(() => app.close());

/** Each test gets an organization of its own, with an administrator and a user. */
beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  admin = await signUp(app.url, `Anna-${++names}`);
  colleague = await addColleague(app, admin, `Bruno-${names}`);
});

type Added = ManagedUser & { temporaryPassword?: string } & ErrorReply;

const add = (body: Record<string, unknown>, by: SignedIn = admin): Promise<Answer<Added>> =>
  by.post('/api/users', body);
const users = async (by: SignedIn = admin) => (await by.get<ManagedUser[]>('/api/users')).body;
const setAdmin = (by: SignedIn, id: string, isAdmin: boolean) =>
  call<ManagedUser & ErrorReply>(by, 'PATCH', `/api/users/${id}/admin`, { isAdmin });
const remove = (by: SignedIn, id: string) => call<ErrorReply>(by, 'DELETE', `/api/users/${id}`);
const reset = (by: SignedIn, id: string) =>
  by.post<{ temporaryPassword: string } & ErrorReply>(`/api/users/${id}/password`);
const signIn = async (username: string, password: string) => {
  const client = clientOf(app.url);
  const answer = await client.post<ErrorReply & ManagedUser>('/api/login', { username, password });
  return { client, ...answer };
};

describe('the list', () => {
  test('holds the users of the organization, oldest first, and none of their secrets', async () => {
    const list = await users();
    expect(list.map(({ username, isAdmin }) => [username, isAdmin])).toEqual([
      [admin.user.username, true],
      [colleague.user.username, false],
    ]);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      [
        'createdAt',
        'id',
        'isAdmin',
        'lastSeenAt',
        'mustChangePassword',
        'twoFactorEnabled',
        'username',
      ].sort(),
    );
  });

  test('tells when a user was last seen, sign-out or not', async () => {
    const { body } = await add({ username: `carla-${names}`, password: PASSWORD });
    expect(body.lastSeenAt).toBeNull();
    const before = Date.now();
    const { client } = await signIn(body.username, PASSWORD);
    await client.post('/api/logout');
    const seen = (await users()).find(({ id }) => id === body.id)?.lastSeenAt ?? '';
    expect(Date.parse(seen)).toBeGreaterThanOrEqual(before - 1000);
  });

  test('follows the use of a session', async () => {
    const { owner } = app.context.db;
    await owner.query(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE user_id = $1`, [
      colleague.user.id,
    ]);
    await owner.query(`UPDATE users SET last_seen_at = now() - interval '2 days' WHERE id = $1`, [
      colleague.user.id,
    ]);
    const before = Date.now();
    await colleague.get('/api/user');
    const seen = (await users()).find(({ id }) => id === colleague.user.id)?.lastSeenAt ?? '';
    expect(Date.parse(seen)).toBeGreaterThanOrEqual(before - 1000);
  });
});

describe('adding a user', () => {
  test('with a password lets them sign in with it', async () => {
    const { status, body } = await add({ username: `  carla-${names} `, password: PASSWORD });
    expect(status).toBe(201);
    expect(body).toMatchObject({ username: `carla-${names}`, isAdmin: false, mustChangePassword: false });
    expect(body).not.toHaveProperty('temporaryPassword');
    const { status: signedIn, body: user } = await signIn(`CARLA-${names}`, PASSWORD);
    expect(signedIn).toBe(200);
    expect(user).toMatchObject({ organizationId: admin.user.organizationId, isAdmin: false });
    expect(await auditOf(app, admin.user.organizationId, 'create_user')).toEqual([
      {
        resource: `carla-${names}`,
        username: admin.user.username,
        details: { isAdmin: false, temporaryPassword: false },
      },
    ]);
  });

  test('without one makes a temporary one, which is shown once and kept nowhere', async () => {
    const { status, body } = await add({ username: `carla-${names}`, isAdmin: true });
    expect([status, body.isAdmin, body.mustChangePassword]).toEqual([201, true, true]);
    const password = body.temporaryPassword ?? '';
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect(JSON.stringify(await users())).not.toContain(password);
    const { rows } = await app.context.db.owner.query('SELECT * FROM audit_logs');
    expect(JSON.stringify(rows)).not.toContain(password);
    expect((await signIn(body.username, password)).body).toMatchObject({ mustChangePassword: true });
  });

  test.each([
    ['', PASSWORD, 'username'],
    ['a'.repeat(101), PASSWORD, 'username'],
    ['a\u0000b', PASSWORD, 'username'],
    ['dora', 'short-1', 'password'],
    ['dora', 'x'.repeat(129), 'password'],
    ['dora', 'Password1', 'password'],
    ['dora-the-user', 'Dora-The-User', 'password'],
  ])('%j with the password %j is refused at %s: %s', async (username, password, field) => {
    const { status, body } = await add({ username, password });
    expect([status, body.field]).toEqual([400, field]);
    expect(await users()).toHaveLength(2);
  });

  test('refuses what is no boolean, and a field that there is not', async () => {
    expect((await add({ username: 'dora', isAdmin: 'yes' })).body.field).toBe('isAdmin');
    expect((await add({ username: 'dora', organizationId: stranger.user.organizationId })).status).toBe(400);
  });

  test('refuses a name that somebody in the installation has, in whatever case', async () => {
    for (const username of [colleague.user.username.toUpperCase(), 'STRANGER', ' root ']) {
      const { status, body } = await add({ username, password: PASSWORD });
      expect([status, body.field, body.message]).toEqual([
        409,
        'username',
        'This username is taken. Choose another.',
      ]);
    }
    expect(await users()).toHaveLength(2);
  });

  test('makes one of many of the same name at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => add({ username: `many-${names}`, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('administrators', () => {
  test('make others administrators, at once and audited', async () => {
    expect((await colleague.get('/api/users')).status).toBe(403);
    const { status, body } = await setAdmin(admin, colleague.user.id, true);
    expect([status, body.isAdmin, body.id]).toEqual([200, true, colleague.user.id]);
    expect((await colleague.get('/api/users')).status).toBe(200);
    expect((await setAdmin(colleague, admin.user.id, false)).status).toBe(200);
    expect((await admin.get('/api/users')).status).toBe(403);
    const entries = await auditOf(app, admin.user.organizationId, 'update_user');
    expect(entries.map(({ resource, details }) => [resource, details])).toEqual([
      [colleague.user.username, { isAdmin: true }],
      [admin.user.username, { isAdmin: false }],
    ]);
  });

  test('say nothing new and nothing is audited', async () => {
    expect((await setAdmin(admin, colleague.user.id, false)).status).toBe(200);
    expect(await auditOf(app, admin.user.organizationId, 'update_user')).toEqual([]);
  });

  test('keep the last of them, demoted by itself or by another', async () => {
    const { status, body } = await setAdmin(admin, admin.user.id, false);
    expect(status).toBe(409);
    expect(body.message).toBe('This is the last administrator. Make another user an administrator first.');
    expect((await admin.get('/api/users')).status).toBe(200);
  });

  test('of two that demote each other at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await app.context.db.owner.query('UPDATE users SET is_admin = true WHERE id = ANY($1)', [
        [admin.user.id, colleague.user.id],
      ]);
      const answers = await Promise.all([
        setAdmin(admin, colleague.user.id, false),
        setAdmin(colleague, admin.user.id, false),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      // The second request fails either because it would leave no administrator or because its caller no longer is one.
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      const { rows } = await app.context.db.owner.query(
        'SELECT FROM users WHERE organization_id = $1 AND is_admin',
        [admin.user.organizationId],
      );
      expect(rows).toHaveLength(1);
    }
  });

  test('of two that remove each other at once, one stays', async () => {
    await setAdmin(admin, colleague.user.id, true);
    const answers = await Promise.all([remove(admin, colleague.user.id), remove(colleague, admin.user.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.context.db.owner.query(
      'SELECT is_admin FROM users WHERE organization_id = $1',
      [admin.user.organizationId],
    );
    expect(rows).toEqual([{ is_admin: true }]);
  });
});

describe('resetting a password', () => {
  test('ends the sessions of the user; the new one works, the old one does not', async () => {
    const { status, body } = await reset(admin, colleague.user.id);
    expect(status).toBe(200);
    expect(body.temporaryPassword).toMatch(/^[\w-]{16,}$/);
    expect((await colleague.get('/api/user')).status).toBe(401);
    expect((await signIn(colleague.user.username, PASSWORD)).status).toBe(401);
    const { status: signedIn, body: user } = await signIn(colleague.user.username, body.temporaryPassword);
    expect([signedIn, user.mustChangePassword]).toEqual([200, true]);
    expect(await auditOf(app, admin.user.organizationId, 'reset_password')).toEqual([
      { resource: colleague.user.username, username: admin.user.username, details: null },
    ]);
  });

  test('lets in a user who was throttled', async () => {
    for (let n = 0; n < 11; n++) await signIn(colleague.user.username, 'forgotten');
    const { body } = await reset(admin, colleague.user.id);
    expect((await signIn(colleague.user.username, body.temporaryPassword)).status).toBe(200);
  });

  test('is over after seven days', async () => {
    const { body } = await reset(admin, colleague.user.id);
    await app.context.db.owner.query(
      `UPDATE users SET password_expires_at = password_expires_at - interval '7 days 1 second' WHERE id = $1`,
      [colleague.user.id],
    );
    const late = await signIn(colleague.user.username, body.temporaryPassword);
    expect(late.status).toBe(401);
    expect(late.body.message).toBe(
      'This temporary password has expired. Ask an administrator for a new one.',
    );
    // A wrong password gets the usual message, which doesn't reveal that a temporary one has expired.
    expect((await signIn(colleague.user.username, 'wrong')).body.message).toBe(
      'Invalid username or password',
    );
  });

  test('is not for oneself', async () => {
    expect((await reset(admin, admin.user.id)).status).toBe(409);
    expect((await admin.get('/api/user')).status).toBe(200);
  });
});

describe('removing a user', () => {
  test('ends their sessions at once and frees the name', async () => {
    const { status, body } = await remove(admin, colleague.user.id);
    expect([status, body.message]).toEqual([200, `The user ${colleague.user.username} was removed`]);
    expect((await colleague.get('/api/user')).status).toBe(401);
    expect((await signIn(colleague.user.username, PASSWORD)).status).toBe(401);
    expect((await remove(admin, colleague.user.id)).status).toBe(404);
    expect((await add({ username: colleague.user.username, password: PASSWORD })).status).toBe(201);
    expect(await auditOf(app, admin.user.organizationId, 'delete_user')).toEqual([
      { resource: colleague.user.username, username: admin.user.username, details: null },
    ]);
  });

  test('is not for oneself', async () => {
    await setAdmin(admin, colleague.user.id, true);
    const { status, body } = await remove(admin, admin.user.id);
    expect([status, body.message]).toEqual([409, "You can't remove yourself"]);
  });
});

test('who is no administrator, of another organization or not signed in is refused', async () => {
  const { id } = colleague.user;
  const tries = (by: SignedIn | TestApp['anonymous']) => [
    call(by, 'GET', '/api/users'),
    call(by, 'POST', '/api/users', { username: 'eve', password: PASSWORD }),
    call(by, 'PATCH', `/api/users/${id}/admin`, { isAdmin: true }),
    call(by, 'POST', `/api/users/${id}/password`),
    call(by, 'DELETE', `/api/users/${id}`),
  ];
  const statuses = async (by: SignedIn | TestApp['anonymous']) =>
    (await Promise.all(tries(by))).map(({ status }) => status);
  expect(await statuses(colleague)).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(app.anonymous)).toEqual([401, 401, 401, 401, 401]);
  expect((await statuses(stranger)).slice(2)).toEqual([404, 404, 404]);
  expect((await users(stranger)).map(({ username }) => username).sort()).toEqual(['eve', 'stranger']);
  expect((await colleague.get('/api/user')).body).toEqual(colleague.user);
});
