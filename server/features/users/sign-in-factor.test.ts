import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { codeOf, enableTwoFactor, type TwoFactorUser } from '#tests/support/two-factor.ts';

// Signing in with a second factor.

let app: TestApp;
let user: SignedIn;
let factor: TwoFactorUser;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  user = await signUp(app.url);
  factor = await enableTwoFactor(user);
});

async function signIn(token?: string, password = PASSWORD, cookie: string | null = null) {
  const client = clientOf(app.url, cookie);
  const body = { username: user.user.username, password, ...(token !== undefined && { token }) };
  return { client, ...(await client.post<CurrentUser & ErrorReply>('/api/login', body)) };
}

/** Allows a used code again by clearing the last used time step. */
function forgetUse(): Promise<unknown> {
  return app.context.db.owner.query('UPDATE users SET two_factor_last_step = NULL WHERE id = $1', [
    user.user.id,
  ]);
}

const failures = () => auditOf(app, user.user.organizationId, 'login_failed');

test('the password alone is answered with the wish for a code, and opens nothing', async () => {
  for (const token of [undefined, '', ' ']) {
    const { status, body, headers } = await signIn(token);
    expect([status, body.message, body.twoFactorRequired]).toEqual([401, 'Two-factor code required', true]);
    expect(headers.get('set-cookie')).toBeNull();
  }
});

test('that a second factor is on is told to no one who lacks the password', async () => {
  for (const token of [undefined, codeOf(factor.secret, 1)]) {
    const { status, body } = await signIn(token, 'wrong');
    expect([status, body.message, body.twoFactorRequired]).toEqual([
      401,
      'Invalid username or password',
      undefined,
    ]);
  }
  // The server rejected the request before checking the code, so the code is still unused.
  expect((await signIn(codeOf(factor.secret, 1))).status).toBe(200);
});

test('password and code sign in, and the audit trail says how', async () => {
  const { status, body, client } = await signIn(codeOf(factor.secret, 1));
  expect([status, body.twoFactorEnabled]).toEqual([200, true]);
  expect((await client.get('/api/user')).status).toBe(200);
  expect(await auditOf(app, user.user.organizationId, 'login_success')).toEqual([
    { resource: null, username: user.user.username, details: { secondFactor: 'code' } },
  ]);
});

test('a session that someone planted is not taken over, and the one before ends', async () => {
  const { client: first } = await signIn(codeOf(factor.secret, 1));
  const before = first.cookie;
  await forgetUse();
  const { client: second } = await signIn(codeOf(factor.secret), PASSWORD, before);
  expect(second.cookie).not.toBe(before);
  expect((await clientOf(app.url, before).get('/api/user')).status).toBe(401);
});

describe('a code', () => {
  test('works once', async () => {
    const code = codeOf(factor.secret, 1);
    expect((await signIn(code)).status).toBe(200);
    const { status, body } = await signIn(code);
    expect([status, body.message]).toEqual([401, 'Invalid verification code']);
    expect((await failures()).map(({ details }) => details)).toEqual([{ reason: 'wrong two-factor code' }]);
  });

  test('works once though it comes many times at once', async () => {
    const code = codeOf(factor.secret, 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('of an earlier step is worth nothing once a later one was used', async () => {
    await forgetUse();
    expect((await signIn(codeOf(factor.secret, 1))).status).toBe(200);
    expect((await signIn(codeOf(factor.secret))).status).toBe(401);
  });

  test('of two steps ahead or long ago is wrong', async () => {
    await forgetUse();
    for (const steps of [3, -3, 100]) expect((await signIn(codeOf(factor.secret, steps))).status).toBe(401);
  });

  test.each(['000000', '12345', 'abcdef', '0'.repeat(64), '\u0000'])('%j is wrong', async (token) => {
    const { status, body } = await signIn(token);
    expect([status, body.message]).toEqual([401, 'Invalid verification code']);
    expect(body).not.toHaveProperty('field');
  });

  test('of another user is wrong', async () => {
    const other = await enableTwoFactor(await signUp(app.url));
    expect((await signIn(codeOf(other.secret, 1))).status).toBe(401);
    expect((await signIn(other.recoveryCodes[0])).status).toBe(401);
  });
});

describe('a recovery code', () => {
  test('signs in once, written as people write', async () => {
    const [first = '', second = ''] = factor.recoveryCodes;
    expect((await signIn(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(second)).status).toBe(200);
    const entries = await auditOf(app, user.user.organizationId, 'login_success');
    expect(entries.map(({ details }) => details)).toEqual([
      { secondFactor: 'recovery code' },
      { secondFactor: 'recovery code' },
    ]);
  });

  test('signs in once though it comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(factor.recoveryCodes[0])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });
});

test('to ask for the code costs the address nothing, and the account an attempt', async () => {
  for (let n = 0; n < 10; n++) expect((await signIn()).status).toBe(401);
  expect((await signIn()).status).toBe(429);
  const { rows } = await app.context.db.owner.query<{ key: string; attempts: number }>(
    "SELECT key, attempts FROM sign_in_attempts WHERE key LIKE 'address:%'",
  );
  // The attempt rejected before the code check stays counted.
  expect(rows).toEqual([{ key: 'address:127.0.0.1', attempts: 1 }]);
});

describe('guessing a code', () => {
  test('is throttled with the sign-ins of the account, right or wrong', async () => {
    for (let n = 0; n < 10; n++) expect((await signIn('000000')).status).toBe(401);
    const refused = await signIn(codeOf(factor.secret, 1));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is refused after thirty tries in a day, however slow', async () => {
    for (let n = 0; n < 30; n++) {
      await app.context.db.owner.query("DELETE FROM sign_in_attempts WHERE key NOT LIKE 'code:%'");
      expect((await signIn('000000')).status).toBe(401);
    }
    await app.context.db.owner.query("DELETE FROM sign_in_attempts WHERE key NOT LIKE 'code:%'");
    expect((await signIn(codeOf(factor.secret, 1))).status).toBe(429);
    // Without the right password, an attacker learns nothing and can't lock users out.
    expect((await signIn('000000', 'wrong')).body.message).toBe('Invalid username or password');
  });

  test('elsewhere keeps nobody out of a browser that they have signed in with before', async () => {
    const { headers } = await signIn(codeOf(factor.secret, 1));
    const cookie =
      headers
        .getSetCookie()
        .find((set) => set.startsWith('lm_device='))
        ?.split(';')[0] ?? '';
    await forgetUse();
    const { owner } = app.context.db;
    for (let n = 0; n < 30; n++) {
      await owner.query("DELETE FROM sign_in_attempts WHERE key NOT LIKE 'code:%'");
      await signIn('000000');
    }
    await owner.query("DELETE FROM sign_in_attempts WHERE key NOT LIKE 'code:%'");
    expect((await signIn(codeOf(factor.secret))).status).toBe(429);
    expect((await signIn(codeOf(factor.secret), PASSWORD, cookie)).status).toBe(200);
  });

  test('begins anew after a right one', async () => {
    for (let n = 0; n < 5; n++) await signIn('000000');
    expect((await signIn(codeOf(factor.secret, 1))).status).toBe(200);
    const { rows } = await app.context.db.owner.query("SELECT FROM sign_in_attempts WHERE key LIKE 'code:%'");
    expect(rows).toEqual([]);
  });
});

test('a secret sealed with another key opens nothing, and says what helps', async () => {
  await app.context.db.owner.query(
    `UPDATE users SET two_factor_secret = set_byte(two_factor_secret, 20, get_byte(two_factor_secret, 20) # 1)
     WHERE id = $1`,
    [user.user.id],
  );
  const { status, body } = await signIn(codeOf(factor.secret, 1));
  expect([status, body.message]).toEqual([
    401,
    'Codes can no longer be checked, because the secret key of this installation was replaced. Use a recovery code, or ask an administrator to turn off your two-factor authentication',
  ]);
});
