import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, PASSWORD, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, config: { trustProxy: ['127.0.0.1'] } });
  await signUp(app.url, 'ada');
});

afterAll(() => app.close());

const FORWARDED = {
  'x-forwarded-for': '198.51.100.7, 203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'leads.example.com',
};

function signIn(headers: Record<string, string>) {
  return clientOf(app.url).post('/api/login', { username: 'ada', password: PASSWORD }, headers);
}

test('behind https the cookie is for https alone', async () => {
  const { status, headers } = await signIn({ ...FORWARDED, origin: 'https://leads.example.com' });
  expect(status).toBe(200);
  expect(headers.get('set-cookie')).toMatch(/^__Host-lm_session=[\w-]{43};.*; Secure/);
});

test('over https only the cookie that no other host can set is a session', async () => {
  const https = { ...FORWARDED, origin: 'https://leads.example.com' };
  const client = clientOf(app.url);
  await client.post('/api/login', { username: 'ada', password: PASSWORD }, https);
  const status = async (cookie: string | null) =>
    (await clientOf(app.url, cookie).send('/api/user', { headers: https })).status;
  expect(await status(client.cookie)).toBe(200);
  expect(await status(client.cookie?.replace('__Host-', '') ?? null)).toBe(401);
  const { headers } = await client.post('/api/logout', {}, https);
  expect(headers.get('set-cookie')).toMatch(/^__Host-lm_session=;.*; Secure/);
  expect(await status(client.cookie)).toBe(401);
});

test('the audit trail has the address that the proxy saw, and not what came before it', async () => {
  await emptyTables(app.context.db.owner, 'audit_logs');
  await signIn({ ...FORWARDED, origin: 'https://leads.example.com' });
  const { rows } = await app.context.db.owner.query('SELECT action, ip_address FROM audit_logs');
  expect(rows).toEqual([{ action: 'login_success', ip_address: '203.0.113.9' }]);
});

test('the origin that counts is the one browsers see', async () => {
  expect((await signIn({ ...FORWARDED, origin: app.url })).status).toBe(403);
  expect((await signIn({ ...FORWARDED, origin: 'http://leads.example.com' })).status).toBe(403);
});
