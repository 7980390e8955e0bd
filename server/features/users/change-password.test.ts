import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import { takesToken } from '#contract/endpoint.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let app: TestApp;
let user: SignedIn;
const NEW = 'another horse, another battery';

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  user = await signUp(app.url);
});

const change = (currentPassword: string, newPassword: string, by: SignedIn = user) =>
  by.post<CurrentUser & ErrorReply>('/api/user/password', { currentPassword, newPassword });
const signIn = async (password: string) => {
  const client = clientOf(app.url);
  const { status } = await client.post('/api/login', { username: user.user.username, password });
  return { client, status };
};

test('ends every other session, and gives this one another token', async () => {
  const { client: other } = await signIn(PASSWORD);
  const before = user.cookie;
  const { status, body } = await change(PASSWORD, NEW);
  expect([status, body]).toEqual([200, user.user]);
  expect(user.cookie).not.toBe(before);
  expect((await user.get('/api/user')).status).toBe(200);
  expect((await clientOf(app.url, before).get('/api/user')).status).toBe(401);
  expect((await other.get('/api/user')).status).toBe(401);
  expect([(await signIn(PASSWORD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
  expect(await auditOf(app, user.user.organizationId, 'change_password')).toEqual([
    { resource: user.user.username, username: user.user.username, details: null },
  ]);
});

test('needs the present password; guesses are throttled and nothing changes', async () => {
  const before = user.cookie;
  for (let n = 0; n < 10; n++) {
    const { status, body } = await change('wrong', NEW);
    expect([status, body.message]).toEqual([401, 'Invalid password']);
  }
  const refused = await change(PASSWORD, NEW);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(user.cookie).toBe(before);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test.each([
  ['too short', 'short-1', 'newPassword'],
  ['too long', 'x'.repeat(129), 'newPassword'],
  ['too common', 'Password1', 'newPassword'],
  ['the same', PASSWORD, 'newPassword'],
  ['no text', 12345678 as unknown as string, 'newPassword'],
])('a new password that is %s is refused', async (_case, password, field) => {
  const { status, body } = await change(PASSWORD, password);
  expect([status, body.field]).toEqual([400, field]);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('the username is no password', async () => {
  const named = await signUp(app.url, 'a-rather-long-name');
  const { status, body } = await change(PASSWORD, 'A-Rather-Long-Name', named);
  expect([status, body.field]).toEqual([400, 'newPassword']);
});

test('a visitor has none to change', async () => {
  expect((await change(PASSWORD, NEW, Object.assign(clientOf(app.url), { user: user.user }))).status).toBe(
    401,
  );
});

describe('who has to change the password first', () => {
  beforeEach(() =>
    app.context.db.owner.query('UPDATE users SET must_change_password = true WHERE id = $1', [user.user.id]),
  );

  const allowed = ['GET /api/user', 'POST /api/logout', 'POST /api/user/password'];
  const guarded = API.filter(({ access }) => access !== 'public' && !takesToken(access))
    .map(({ method, path }) => [method, path] as const)
    .filter(([method, path]) => !allowed.includes(`${method} ${path}`));

  test('gets nothing else', async () => {
    for (const [method, path] of guarded) {
      const response = await user.send(
        path.replaceAll(/:\w+/g, () => crypto.randomUUID()),
        { method },
      );
      expect([path, response.status]).toEqual([path, 403]);
      const body = (await response.json()) as ErrorReply;
      expect([body.message, body.mustChangePassword]).toEqual(['Change your password first', true]);
    }
  });

  test('sees who they are, and gets everything once it is changed', async () => {
    const { body } = await user.get<CurrentUser>('/api/user');
    expect(body.mustChangePassword).toBe(true);
    expect((await change(PASSWORD, NEW)).body.mustChangePassword).toBe(false);
    expect((await user.get<CurrentUser>('/api/user')).body.mustChangePassword).toBe(false);
    expect((await user.get('/api/leads')).status).toBe(200);
  });

  test('may sign out', async () => {
    expect((await user.post('/api/logout')).status).toBe(200);
  });
});
