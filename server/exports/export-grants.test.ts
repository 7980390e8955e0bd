import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';

// With requireExportAuth each export needs the password anew.

let app: TestApp;
let guarded: SignedIn;
afterAll(() => app.close());

/** The status an export is answered with, once it is read to its end. */
async function download(query = ''): Promise<number> {
  const response = await guarded.send(`/api/leads/export${query}`, {});
  await response.arrayBuffer();
  return response.status;
}

/** How many exports the audit trail tells of. */
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
  const { status, body } = await verify({ password: PASSWORD });
  expect([status, body.verified]).toEqual([200, true]);
  const left = Date.parse(body.expiresAt) - Date.now();
  expect(left).toBeGreaterThan(4.5 * 60_000);
  expect(left).toBeLessThanOrEqual(5 * 60_000);
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

test('with two factors a password alone is refused, and a code that nothing can check', async () => {
  const two = await signUp(app.url);
  await app.context.db.owner.query('UPDATE users SET two_factor_enabled = true WHERE id = $1', [two.user.id]);
  const without = await verify({ password: PASSWORD }, two);
  expect([without.status, without.body.field]).toEqual([400, 'token']);
  expect((await verify({ password: PASSWORD, token: '12ab' }, two)).status).toBe(400);
  expect((await verify({ password: PASSWORD, token: '123456' }, two)).status).toBe(401);
  expect((await verify({ password: 'wrong' }, two)).status).toBe(401);
});

test('guessing is throttled', async () => {
  const guesser = await signUp(app.url);
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) answers.push((await verify({ password: 'wrong' }, guesser)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await verify({ password: PASSWORD }, guesser)).status).toBe(429);
});
