import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type Answer, clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let app: TestApp;
let ada: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  ada = await signUp(app.url, 'Ada');
});

afterAll(() => app.close());

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  await emptyTables(app.context.db.owner, 'audit_logs');
});

function signIn(
  username: string,
  password = PASSWORD,
  headers = {},
): Promise<Answer<CurrentUser & ErrorReply>> {
  return clientOf(app.url).post('/api/login', { username, password }, headers);
}

async function audited(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    'SELECT organization_id, user_id, username, action, details, ip_address, user_agent FROM audit_logs ORDER BY id',
  );
  return rows;
}

test.each(['Ada', 'ada', 'ADA', ' ada '])('signs in as %s', async (username) => {
  const client = clientOf(app.url);
  const { status, body } = await client.post<CurrentUser>('/api/login', { username, password: PASSWORD });
  expect(status).toBe(200);
  expect(body).toEqual(ada.user);
  expect((await client.get('/api/user')).status).toBe(200);
});

test('answers a wrong password and an unknown user alike', async () => {
  const wrong = await signIn('ada', 'not the password');
  const unknown = await signIn('nobody', 'not the password');

  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  const text = ({ message, field }: ErrorReply) => ({ message, field });
  expect(text(wrong.body)).toEqual({ message: 'Invalid username or password', field: undefined });
  expect(Object.keys(unknown.body)).toEqual(Object.keys(wrong.body));
  expect(text(unknown.body)).toEqual(text(wrong.body));
  expect(wrong.headers.get('set-cookie')).toBeNull();
});

test.each([
  ['a name with NUL', { username: 'ad\u0000a', password: PASSWORD }, 401],
  ['half a character', { username: '\ud800', password: PASSWORD }, 401],
  ['no password', { username: 'ada' }, 400],
  ['a number', { username: 1, password: 2 }, 400],
  ['a list', [], 400],
])('answers %s without an error of its own', async (_case, body, status) => {
  expect((await app.anonymous.post('/api/login', body)).status).toBe(status);
});

describe('the audit trail', () => {
  test('tells of a success with address and user agent', async () => {
    await signIn('ADA', PASSWORD, { 'user-agent': 'Test/1' });
    expect(await audited()).toEqual([
      {
        organization_id: ada.user.organizationId,
        user_id: ada.user.id,
        username: 'Ada',
        action: 'login_success',
        details: null,
        ip_address: '127.0.0.1',
        user_agent: 'Test/1',
      },
    ]);
  });

  test('tells of a failure, and never of the password', async () => {
    await signIn('ada', 'not the password', { 'user-agent': 'Test/2' });
    const [entry] = await audited();
    expect(entry).toMatchObject({
      organization_id: ada.user.organizationId,
      user_id: ada.user.id,
      action: 'login_failed',
      details: { reason: 'wrong password' },
      ip_address: '127.0.0.1',
      user_agent: 'Test/2',
    });
    expect(JSON.stringify(entry)).not.toContain('not the password');
  });

  test('keeps the failure of an unknown name with the Default Organization, masked', async () => {
    await signUp(app.url);
    await emptyTables(app.context.db.owner, 'audit_logs');
    await signIn('nobody');
    expect(await audited()).toMatchObject([
      {
        organization_id: ada.user.organizationId,
        user_id: null,
        username: 'no… (6 characters)',
        action: 'login_failed',
      },
    ]);
  });

  test('and every other table are free of a password that was typed as the username', async () => {
    const password = 'Tr0ub4dor and 3 more';
    expect((await signIn(password, 'ada')).status).toBe(401);
    const { rows } = await app.context.db.owner.query<{ held: string }>(
      `SELECT concat((SELECT jsonb_agg(a) FROM audit_logs a), (SELECT jsonb_agg(s) FROM sign_in_attempts s)) AS held`,
    );
    expect(rows[0]?.held).toContain('Tr… (20 characters)');
    expect(rows[0]?.held.toLowerCase()).not.toContain('tr0ub');
  });

  test('believes no forged address', async () => {
    await signIn('ada', PASSWORD, { 'x-forwarded-for': '203.0.113.9' });
    expect(await audited()).toMatchObject([{ ip_address: '127.0.0.1' }]);
  });
});

describe('a browser that has signed in before', () => {
  /** Signs in and returns the cookie that the browser keeps. */
  async function known(username: string, cookie = ''): Promise<string> {
    const { status, headers } = await signIn(username, PASSWORD, { cookie });
    expect(status).toBe(200);
    const [kept = ''] = headers.getSetCookie().filter((set) => set.startsWith('lm_device='));
    expect(kept).toMatch(/^lm_device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    return kept.split(';')[0] ?? '';
  }

  test('gets in after ten wrong passwords from elsewhere, and fifty from its own address', async () => {
    const cookie = await known('ada');
    for (let attempt = 1; attempt <= 10; attempt++) await signIn('ada', 'wrong password');
    expect((await signIn('ada')).status).toBe(429);
    expect((await signIn('ada', PASSWORD, { cookie })).status).toBe(200);
    for (let n = 1; n <= 50; n++) await signIn(`nobody-${n}`);
    expect((await signIn('someone else')).status).toBe(429);
    expect((await signIn('ada', PASSWORD, { cookie })).status).toBe(200);
    // The failures from elsewhere are not forgotten for that.
    expect((await signIn('ada')).status).toBe(429);
  });

  test('is counted by itself, and then as any other', async () => {
    const cookie = await known('ada');
    for (let n = 0; n < 20; n++) expect((await signIn('ada', 'wrong', { cookie })).status).toBe(401);
    expect((await signIn('ada', PASSWORD, { cookie })).status).toBe(429);
  });

  test('is known for no other user, and not with a cookie of its own making', async () => {
    const other = await signUp(app.url);
    const cookie = await known('ada');
    for (let attempt = 1; attempt <= 10; attempt++) await signIn(other.user.username, 'wrong password');
    expect((await signIn(other.user.username, PASSWORD, { cookie })).status).toBe(429);
    const forged = cookie.replace(/.{10}$/, 'AAAAAAAAAA');
    for (let attempt = 1; attempt <= 10; attempt++) await signIn('ada', 'wrong password');
    expect((await signIn('ada', PASSWORD, { cookie: forged })).status).toBe(429);
    expect((await signIn('ada', PASSWORD, { cookie })).status).toBe(200);
  });

  test('remembers each of several users', async () => {
    const other = await signUp(app.url);
    const both = await known(other.user.username, await known('ada'));
    for (const username of ['ada', other.user.username]) {
      for (let attempt = 1; attempt <= 10; attempt++) await signIn(username, 'wrong password');
      expect((await signIn(username, PASSWORD, { cookie: both })).status).toBe(200);
    }
  });

  test('can confirm the password though others failed at its address', async () => {
    const client = clientOf(app.url);
    await client.post('/api/login', { username: 'ada', password: PASSWORD });
    for (let n = 1; n <= 51; n++) await signIn(`nobody-${n}`);
    expect((await client.post('/api/export/verify', { password: PASSWORD })).status).toBe(200);
  });
});

describe('throttling', () => {
  test('refuses the eleventh attempt on an account, right or wrong', async () => {
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await signIn('ada', 'wrong password')).status).toBe(401);
    }
    const refused = await signIn('ada');

    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe('Too many failed sign-ins. Try again later.');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(await audited()).toHaveLength(10);
  });

  test('does not let attempts slip by that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('ada', 'wrong password')));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([10, 20]);
  });

  test('throttles unknown names just the same', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => signIn('nobody')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('begins anew after a success, and lets in again when the window is over', async () => {
    for (let attempt = 1; attempt <= 9; attempt++) await signIn('ada', 'wrong password');
    expect((await signIn('ada')).status).toBe(200);
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await signIn('ada', 'wrong password')).status).toBe(401);
    }
    expect((await signIn('ada')).status).toBe(429);

    await app.context.db.owner.query(
      "UPDATE sign_in_attempts SET window_ends_at = now() - interval '1 second'",
    );
    expect((await signIn('ada')).status).toBe(200);
  });

  test('counts an address over all names, and not what succeeds', async () => {
    for (let n = 1; n <= 3; n++) expect((await signIn('ada')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => signIn(`nobody-${n}`)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('leaves other accounts alone', async () => {
    for (let attempt = 1; attempt <= 11; attempt++) await signIn('someone', 'wrong password');
    expect((await signIn('ada')).status).toBe(200);
  });
});
