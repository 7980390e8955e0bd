import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/current-user.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { codeOf, enableTwoFactor } from '#tests/support/two-factor.ts';

// Setting up the second factor, turning it off, and its recovery codes.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  user = await signUp(app.url);
});

interface Setup {
  qrCode: string;
  secret: string;
  otpauthUrl: string;
}
const setUp = (by: SignedIn = user) => by.post<Setup & ErrorReply>('/api/2fa/setup');
const verify = (token: string, by: SignedIn = user) =>
  by.post<{ recoveryCodes: string[] } & ErrorReply>('/api/2fa/verify', { token });
const disable = (password: string) => user.post<ErrorReply>('/api/2fa/disable', { password });
const renew = (password: string) =>
  user.post<{ recoveryCodes: string[] } & ErrorReply>('/api/2fa/recovery-codes', { password });
const isOn = async () => (await user.get<CurrentUser>('/api/user')).body.twoFactorEnabled;
const signInWith = async (token?: string) =>
  (
    await clientOf(app.url).post('/api/login', {
      username: user.user.username,
      password: PASSWORD,
      ...(token !== undefined && { token }),
    })
  ).status;

async function kept(): Promise<{ secret: Buffer | null; hashes: string[] }> {
  const { owner } = app.context.db;
  const { rows } = await owner.query<{ secret: Buffer | null }>(
    'SELECT two_factor_secret AS secret FROM users WHERE id = $1',
    [user.user.id],
  );
  const { rows: codes } = await owner.query<{ hash: string }>(
    "SELECT encode(code_hash, 'hex') AS hash FROM recovery_codes WHERE user_id = $1",
    [user.user.id],
  );
  return { secret: rows[0]?.secret ?? null, hashes: codes.map(({ hash }) => hash) };
}

describe('setting up', () => {
  test('answers a picture, the secret and the address it stands for; nothing is on yet', async () => {
    const { status, body } = await setUp();
    expect(status).toBe(200);
    expect(body.qrCode).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]{500,}=*$/);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauthUrl);
    expect(url.protocol).toBe('otpauth:');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: 'Lead Manager',
      secret: body.secret,
      digits: '6',
      period: '30',
    });
    expect(await isOn()).toBe(false);
    expect(await signInWith()).toBe(200);
  });

  test('again makes another secret; the code of the first one is wrong', async () => {
    const first = (await setUp()).body.secret;
    const second = (await setUp()).body.secret;
    expect(second).not.toBe(first);
    expect((await verify(codeOf(first))).status).toBe(400);
    expect((await verify(codeOf(second))).status).toBe(200);
  });

  test('keeps the secret encrypted, with a key that the database has not', async () => {
    const { body } = await setUp();
    const { rows } = await app.context.db.owner.query<{ bytes: string }>(
      `SELECT encode(two_factor_secret, 'escape') AS bytes FROM users WHERE id = $1`,
      [user.user.id],
    );
    expect(rows[0]?.bytes).not.toContain(body.secret);
    // A format byte, a 12-byte nonce, a 16-byte tag and the 20 bytes of the secret.
    expect((await kept()).secret).toHaveLength(1 + 12 + 16 + 20);
  });
});

describe('the first code', () => {
  test.each(['000000', '', '12345', '1234567', 'abcdef', '１２３４５６'])(
    '%j is refused at token',
    async (token) => {
      await setUp();
      const { status, body } = await verify(token);
      expect([status, body.message, body.field]).toEqual([400, 'Invalid verification code', 'token']);
      expect(await isOn()).toBe(false);
    },
  );

  test('turns it on, answers ten recovery codes once, and is audited', async () => {
    const { body } = await setUp();
    const { status, body: answer } = await verify(codeOf(body.secret));
    expect(status).toBe(200);
    expect(new Set(answer.recoveryCodes).size).toBe(10);
    for (const code of answer.recoveryCodes) expect(code).toMatch(/^(?:[0-9a-z]{6}-){3}[0-9a-z]{6}$/);
    expect(await isOn()).toBe(true);
    const { hashes } = await kept();
    expect(hashes).toHaveLength(10);
    const { rows } = await app.context.db.owner.query('SELECT * FROM audit_logs');
    for (const secret of [body.secret, ...answer.recoveryCodes]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
    expect(await auditOf(app, user.user.organizationId, 'enable_2fa')).toEqual([
      { resource: user.user.username, username: user.user.username, details: null },
    ]);
  });

  test('ends the sessions that were opened without it, and gives this one another token', async () => {
    const other = clientOf(app.url);
    await other.post('/api/login', { username: user.user.username, password: PASSWORD });
    const before = user.cookie;
    await enableTwoFactor(user);
    expect((await other.get('/api/user')).status).toBe(401);
    expect((await clientOf(app.url, before).get('/api/user')).status).toBe(401);
    expect((await user.get('/api/user')).status).toBe(200);
  });

  test('has been used: it signs nobody in', async () => {
    const { body } = await setUp();
    const code = codeOf(body.secret);
    await verify(code);
    expect(await signInWith(code)).toBe(401);
  });

  test('without a set-up, and once it is on, is a conflict', async () => {
    expect((await verify('123456')).status).toBe(409);
    const { secret } = await enableTwoFactor(user);
    expect((await verify(codeOf(secret, 1))).status).toBe(409);
    expect((await setUp()).status).toBe(409);
  });

  test('cannot be guessed: thirty tries a day', async () => {
    await setUp();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await verify('000000')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429]);
  });
});

describe('turning it off', () => {
  test('needs the password', async () => {
    await enableTwoFactor(user);
    const { status, body } = await disable('wrong');
    expect([status, body.message]).toEqual([401, 'Invalid password']);
    expect((await user.post<ErrorReply>('/api/2fa/disable', {})).body.field).toBe('password');
    expect(await isOn()).toBe(true);
    expect(await signInWith()).toBe(401);
  });

  test('forgets secret and recovery codes, gives the session another token, and is audited', async () => {
    await enableTwoFactor(user);
    const before = user.cookie;
    expect((await disable(PASSWORD)).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect(await kept()).toEqual({ secret: null, hashes: [] });
    expect(await signInWith()).toBe(200);
    expect((await clientOf(app.url, before).get('/api/user')).status).toBe(401);
    expect(await auditOf(app, user.user.organizationId, 'disable_2fa')).toHaveLength(1);
  });

  test('is a conflict when it is not on', async () => {
    expect((await disable(PASSWORD)).status).toBe(409);
    await setUp();
    expect((await disable(PASSWORD)).status).toBe(409);
  });

  test('is throttled together with every other confirmation of the password', async () => {
    await enableTwoFactor(user);
    for (let n = 0; n < 5; n++) {
      expect((await disable('wrong')).status).toBe(401);
      expect((await renew('wrong')).status).toBe(401);
    }
    expect((await disable(PASSWORD)).status).toBe(429);
    expect((await user.post('/api/export/verify', { password: PASSWORD })).status).toBe(429);
  });
});

describe('recovery codes', () => {
  test('are renewed with the password: the old ones are worth nothing', async () => {
    const { recoveryCodes: old } = await enableTwoFactor(user);
    expect((await renew('wrong')).status).toBe(401);
    const { status, body } = await renew(PASSWORD);
    expect(status).toBe(200);
    expect(new Set([...old, ...body.recoveryCodes]).size).toBe(20);
    expect((await kept()).hashes).toHaveLength(10);
    expect(await signInWith(old[0])).toBe(401);
    expect(await signInWith(body.recoveryCodes[0])).toBe(200);
    expect(await auditOf(app, user.user.organizationId, 'update_user')).toEqual([
      { resource: user.user.username, username: user.user.username, details: { recoveryCodes: 'renewed' } },
    ]);
  });

  test('are not to be had without the second factor', async () => {
    expect((await renew(PASSWORD)).status).toBe(409);
  });
});

test('a visitor has no second factor to set up', async () => {
  const paths = ['setup', 'verify', 'disable', 'recovery-codes'].map((name) => `/api/2fa/${name}`);
  const answers = await Promise.all(
    paths.map((path) => app.anonymous.post(path, { token: '1', password: 'x' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});
