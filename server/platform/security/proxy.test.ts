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

test('an address that a proxy writes with its port: counts as the address alone', async () => {
  const written = [
    '203.0.113.9:51234',
    '[2001:db8::1]:443',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '::ffff:203.0.113.9',
  ];
  const seen = [];
  for (const address of written) {
    await emptyTables(app.context.db.owner, 'audit_logs');
    await signIn({ ...FORWARDED, 'x-forwarded-for': address, origin: 'https://leads.example.com' });
    const { rows } = await app.context.db.owner.query<{ ip: string }>(
      'SELECT ip_address AS ip FROM audit_logs',
    );
    seen.push(rows[0]?.ip);
  }
  expect(seen).toEqual(['203.0.113.9', '2001:db8::1', '2001:db8::1', 'fe80::1', '203.0.113.9']);
});

test('a proxy that passes on no address: counts itself', async () => {
  await emptyTables(app.context.db.owner, 'audit_logs');
  await signIn({ ...FORWARDED, 'x-forwarded-for': 'unknown', origin: 'https://leads.example.com' });
  const { rows } = await app.context.db.owner.query('SELECT ip_address AS ip FROM audit_logs');
  expect(rows).toEqual([{ ip: '127.0.0.1' }]);
});

test('connections from other ports of an address: share its throttle', async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  const statuses = [];
  for (let port = 1; port <= 51; port++) {
    const headers = {
      ...FORWARDED,
      ...{ origin: 'https://leads.example.com', 'x-forwarded-for': `203.0.113.50:${50_000 + port}` },
    };
    const input = { username: `nobody-${port}`, password: 'wrong password' };
    statuses.push((await clientOf(app.url).post('/api/login', input, headers)).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('the figures through a proxy that passes on no address: are refused', async () => {
  const status = async (address: string) =>
    (await fetch(`${app.url}/metrics`, { headers: { 'x-forwarded-for': address } })).status;
  expect(await status('unknown')).toBe(401);
  expect(await status('203.0.113.9')).toBe(401);
});
