import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import type { Session } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call } from '#tests/support/calls.ts';
import { type Client, clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

async function signIn(userAgent = 'Test/1'): Promise<Client> {
  const client = clientOf(app.url);
  const body = { username: user.user.username, password: PASSWORD };
  await client.post('/api/login', body, { 'user-agent': userAgent });
  return client;
}

const list = async (by: Client = user) => (await by.get<Session[]>('/api/sessions')).body;
const end = (by: Client, id: string) => call<ErrorReply>(by, 'DELETE', `/api/sessions/${id}`);
const endOthers = (by: Client) => by.post<{ ended: number; message: string }>('/api/sessions/end-others');
const status = async (client: Client) => (await client.get('/api/user')).status;

test("one's own sessions are listed with where they are, the present one marked, and no token", async () => {
  const second = await signIn('Other/2');
  await app.context.db.owner.query(
    `UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE user_id = $1 AND user_agent = 'Other/2'`,
    [user.user.id],
  );
  const sessions = await list();
  expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['node', true],
    ['Other/2', false],
  ]);
  for (const { ipAddress } of sessions) expect(ipAddress).toBe('127.0.0.1');
  expect(JSON.stringify(sessions)).not.toContain(user.cookie?.split('=')[1] ?? '?');
  expect((await list(second)).find(({ current }) => current)?.userAgent).toBe('Other/2');
});

test('a session that is over or idle is not listed', async () => {
  await signIn();
  await signIn();
  await app.context.db.owner.query(
    `UPDATE sessions s SET expires_at = CASE WHEN n = 1 THEN now() ELSE expires_at END,
       last_seen_at = CASE WHEN n = 2 THEN now() - interval '12 hours' ELSE last_seen_at END
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sessions WHERE user_agent = 'Test/1') old
     WHERE s.id = old.id`,
  );
  expect(await list()).toHaveLength(1);
});

test('one of them is ended, and the others go on', async () => {
  const [second, third] = [await signIn('a'), await signIn('b')];
  const id = (await list()).find(({ userAgent }) => userAgent === 'a')?.id ?? '';
  expect((await end(user, id)).status).toBe(200);
  expect([await status(user), await status(second), await status(third)]).toEqual([200, 401, 200]);
  expect((await end(user, id)).status).toBe(404);
  expect(await auditOf(app, user.user.organizationId, 'update_user')).toEqual([
    { resource: user.user.username, username: user.user.username, details: { sessionsEnded: 1 } },
  ]);
});

test('ending the present one signs out', async () => {
  const second = await signIn();
  const id = (await list(second)).find(({ current }) => current)?.id ?? '';
  const { status: answered, headers } = await end(second, id);
  expect(answered).toBe(200);
  expect(headers.get('set-cookie')).toMatch(/^lm_session=;/);
  expect([await status(second), await status(user)]).toEqual([401, 200]);
});

test('all others are ended at once', async () => {
  const others = [await signIn(), await signIn(), await signIn()];
  const { status: answered, body } = await endOthers(user);
  expect([answered, body]).toEqual([200, { message: '3 sessions ended', ended: 3 }]);
  expect(await Promise.all(others.map(status))).toEqual([401, 401, 401]);
  expect(await list()).toHaveLength(1);
  expect((await endOthers(user)).body.ended).toBe(0);
  expect(await auditOf(app, user.user.organizationId, 'update_user')).toHaveLength(1);
});

test('no one ends or sees those of somebody else, of the same organization or another', async () => {
  const colleague = await addColleague(app, user, `colleague-of-${user.user.username}`);
  const stranger = await signUp(app.url);
  const [{ id = '' } = {}] = await list();
  for (const other of [colleague, stranger]) {
    expect((await end(other, id)).status).toBe(404);
    expect((await endOthers(other)).body.ended).toBe(0);
    expect((await list(other)).map((session) => session.id)).not.toContain(id);
  }
  expect(await status(user)).toBe(200);
  expect((await app.anonymous.get('/api/sessions')).status).toBe(401);
  expect((await end(app.anonymous, id)).status).toBe(401);
  expect((await endOthers(app.anonymous)).status).toBe(401);
});
