import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { expectContractError } from '#tests/support/contract-errors.ts';
import { codeOf, enableTwoFactor, type TwoFactorUser } from '#tests/support/two-factor.ts';

// With requireExportAuth, each export requires the password again.

/** A granted export may begin within this time (milliseconds). */
const SERVES_MS = 300_000;

let app: TestApp;
let guarded: SignedIn;
afterAll(() => app.close());

/** Exports, reads the response to the end and returns its status. */
async function download(query = ''): Promise<number> {
  const response = await guarded.send(`/api/leads/export${query}`, {});
  await response.arrayBuffer();
  return response.status;
}

/** Counts the exports recorded in the audit trail. */
async function audited(): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ n: number }>(
    `SELECT count(*) AS n FROM audit_logs WHERE organization_id = $1 AND action = 'export_leads'`,
    [guarded.user.organizationId],
  );
  return rows[0]?.n ?? -1;
}

const verify = (body: Record<string, string>, client: SignedIn = guarded) =>
  client.post<{ verified: boolean; expiresAt: string; message: string; field: string }>(
    '/api/export/verify',
    body,
  );

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  guarded = await signUp(app.url, 'guarded');
  await app.context.db.owner.query('UPDATE users SET require_export_auth = true WHERE id = $1', [
    guarded.user.id,
  ]);
});

test('an export without one is refused, and not audited', async () => {
  expect(await download()).toBe(403);
  expect(await audited()).toBe(0);
});

test('a wrong one is refused', async () => {
  const { status, body } = await verify({ password: 'wrong' });
  expect([status, body.message]).toEqual([401, 'Invalid credentials']);
  expect((await verify({})).status).toBe(400);
  expect(await download()).toBe(403);
});

test('the right one serves one export', async () => {
  const before = Date.now();
  const { status, body } = await verify({ password: PASSWORD });
  expect([status, body.verified]).toEqual([200, true]);
  const granted = Date.parse(body.expiresAt) - SERVES_MS;
  expect(granted).toBeGreaterThanOrEqual(before);
  expect(granted).toBeLessThanOrEqual(Date.now());
  expect(await download()).toBe(200);
  expect(await download()).toBe(403);
});

test('of two exports at once one is served', async () => {
  await verify({ password: PASSWORD });
  const answers = await Promise.all([download(), download(), download()]);
  expect(answers.sort()).toEqual([200, 403, 403]);
});

test('a refused filter does not use it up', async () => {
  await verify({ password: PASSWORD });
  expect(await download('?custom=x')).toBe(400);
  expect(await download()).toBe(200);
});

test.each(['abc', 'NaN', '1e400', 'Infinity'])(
  'a number field filtered by %s is refused, and neither uses it up nor is audited',
  async (value) => {
    await guarded.post('/api/custom-fields', { name: 'Score', type: 'number' });
    await verify({ password: PASSWORD });
    const before = await audited();
    const filter = encodeURIComponent(JSON.stringify({ Score: value }));
    for (const path of ['/api/leads', '/api/leads/count', '/api/leads/export']) {
      const { status, body } = await guarded.get<ErrorReply>(`${path}?custom=${filter}`);
      expect([status, body.field]).toEqual([400, 'custom']);
      expect(body.message).toBe('Score is a number field: filter it by a number such as 12.5');
    }
    expect(await audited()).toBe(before);
    expect(await download()).toBe(200);
  },
);

test('an export that the database refuses is answered as an error, and neither uses it up nor is audited', async () => {
  await verify({ password: PASSWORD });
  const before = await audited();
  const { owner } = app.context.db;
  // Only the file itself reads this column.
  await owner.query('ALTER TABLE leads RENAME COLUMN carrier TO gone');
  try {
    for (const format of ['csv', 'xlsx']) {
      await expectContractError(await guarded.send(`/api/leads/export?format=${format}`, {}), 500);
    }
  } finally {
    await owner.query('ALTER TABLE leads RENAME COLUMN gone TO carrier');
  }
  expect(await audited()).toBe(before);
  expect(await download()).toBe(200);
});

test('it serves no other session of the same user', async () => {
  const second = clientOf(app.url);
  await second.post('/api/login', { username: 'guarded', password: PASSWORD });
  await verify({ password: PASSWORD });
  expect((await second.send('/api/leads/export', {})).status).toBe(403);
  expect(await download()).toBe(200);
});

test('it serves no one after five minutes', async () => {
  await verify({ password: PASSWORD });
  await app.context.db.owner.query(`UPDATE export_grants SET expires_at = now() - interval '1 second'`);
  expect(await download()).toBe(403);
});

describe('with two factors', () => {
  let two: SignedIn;
  let factor: TwoFactorUser;

  beforeAll(async () => {
    two = await signUp(app.url);
    factor = await enableTwoFactor(two);
    await two.post('/api/export-auth/toggle', { enabled: true });
  });

  const verifyTwo = (body: Record<string, string>) => verify(body, two);
  const exported = async () => {
    const response = await two.send('/api/leads/export', {});
    await response.arrayBuffer();
    return response.status;
  };

  test('a password alone is refused, and what is no code', async () => {
    const without = await verifyTwo({ password: PASSWORD });
    expect([without.status, without.body.field]).toEqual([400, 'token']);
    expect((await verifyTwo({ password: PASSWORD, token: '12ab' })).status).toBe(400);
    for (const token of ['000000', 'aaaaaa-aaaaaa-aaaaaa-aaaaaa']) {
      const { status, body } = await verifyTwo({ password: PASSWORD, token });
      expect([status, body.message]).toEqual([401, 'Invalid credentials']);
    }
    expect((await verifyTwo({ password: 'wrong' })).status).toBe(401);
    expect(await exported()).toBe(403);
  });

  test('a wrong password spends no code', async () => {
    const token = factor.recoveryCodes[0] ?? '';
    expect((await verifyTwo({ password: 'wrong', token })).status).toBe(401);
    expect((await verifyTwo({ password: PASSWORD, token })).status).toBe(200);
    expect(await exported()).toBe(200);
  });

  test('a code serves one export, once', async () => {
    const token = codeOf(factor.secret, 1);
    expect((await verifyTwo({ password: PASSWORD, token })).status).toBe(200);
    expect([await exported(), await exported()]).toEqual([200, 403]);
    expect((await verifyTwo({ password: PASSWORD, token })).status).toBe(401);
    // The code can't be used to sign in either.
    const body = { username: two.user.username, password: PASSWORD, token };
    expect((await clientOf(app.url).post('/api/login', body)).status).toBe(401);
  });

  test('a recovery code serves one export, once', async () => {
    const token = factor.recoveryCodes[1] ?? '';
    expect((await verifyTwo({ password: PASSWORD, token })).status).toBe(200);
    expect(await exported()).toBe(200);
    expect((await verifyTwo({ password: PASSWORD, token })).status).toBe(401);
  });
});

describe('who wants it', () => {
  test('turns it on and off for themselves, audited when that changes something', async () => {
    const user = await signUp(app.url);
    const toggle = (enabled: unknown, given = {}) =>
      user.post<{ requireExportAuth: boolean; field: string }>('/api/export-auth/toggle', {
        enabled,
        ...given,
      });
    const exported = async () => (await user.send('/api/leads/export', {})).status;
    expect(await exported()).toBe(200);
    const on = await toggle(true);
    expect([on.status, on.body]).toEqual([200, { ...user.user, requireExportAuth: true }]);
    expect((await user.get('/api/user')).body).toEqual(on.body);
    expect(await exported()).toBe(403);
    await toggle(true);
    expect((await toggle(false, { password: PASSWORD })).body.requireExportAuth).toBe(false);
    expect(await exported()).toBe(200);
    const entries = await auditOf(app, user.user.organizationId, 'update_export_auth');
    expect(entries.map(({ details }) => details)).toEqual([{ enabled: true }, { enabled: false }]);
    const wrong = await toggle('yes');
    expect([wrong.status, wrong.body.field]).toEqual([400, 'enabled']);
  });

  test('turns it off with the password only', async () => {
    const user = await signUp(app.url);
    await user.post('/api/export-auth/toggle', { enabled: true });
    const off = (given: object) =>
      user.post<{ message: string }>('/api/export-auth/toggle', { enabled: false, ...given });
    for (const given of [{}, { password: '' }, { token: '123456' }]) {
      const { status, body } = await off(given);
      expect([status, body.message]).toEqual([401, 'Password required']);
    }
    const wrong = await off({ password: 'wrong' });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid credentials']);
    expect((await user.send('/api/leads/export', {})).status).toBe(403);
    expect((await off({ password: PASSWORD })).status).toBe(200);
    expect((await user.send('/api/leads/export', {})).status).toBe(200);
  });

  test('turns it off with the password and the code where a second factor is on', async () => {
    const user = await signUp(app.url);
    const { secret } = await enableTwoFactor(user);
    await user.post('/api/export-auth/toggle', { enabled: true });
    const off = (given: object) =>
      user.post<{ message: string; twoFactorRequired?: boolean }>('/api/export-auth/toggle', {
        enabled: false,
        ...given,
      });
    expect((await off({})).body.message).toBe('Password required');
    const missing = await off({ password: PASSWORD });
    expect([missing.status, missing.body.message, missing.body.twoFactorRequired]).toEqual([
      401,
      'Two-factor code required',
      true,
    ]);
    expect((await off({ password: PASSWORD, token: '000000' })).status).toBe(401);
    expect((await off({ password: 'wrong', token: codeOf(secret, 1) })).status).toBe(401);
    expect((await user.get<{ requireExportAuth: boolean }>('/api/user')).body.requireExportAuth).toBe(true);
    expect((await off({ password: PASSWORD, token: codeOf(secret, 1) })).status).toBe(200);
  });

  test('guesses no more often than at any other question for the password', async () => {
    const user = await signUp(app.url);
    await user.post('/api/export-auth/toggle', { enabled: true });
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) {
      const given = { enabled: false, password: 'wrong' };
      answers.push((await user.post('/api/export-auth/toggle', given)).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('is signed in', async () => {
    expect((await app.anonymous.post('/api/export-auth/toggle', { enabled: true })).status).toBe(401);
  });
});

test('guessing is throttled', async () => {
  const guesser = await signUp(app.url);
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) answers.push((await verify({ password: 'wrong' }, guesser)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await verify({ password: PASSWORD }, guesser)).status).toBe(429);
});
