import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type Client, clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { enableTwoFactor } from '#tests/support/two-factor.ts';
import { isSessionOpen } from '../../platform/security/sessions.ts';

// Enforcement of the allow-list. The tests connect through a trusted proxy, so that a request can come from any
// address.

let app: TestApp;
/** The same server without a proxy: it must ignore the header, which anyone can forge. */
let bare: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false, config: { trustProxy: ['127.0.0.1'] } });
  bare = await startTestApp({ jobs: false });
});

afterAll(() => Promise.all([app.close(), bare.close()]));

const HOME = '192.0.2.7';
const AWAY = '203.0.113.9';
const BLOCKED = "Access from your IP address isn't allowed";

beforeEach(async () => {
  await emptyTables(app.context.db.owner, 'sign_in_attempts');
  admin = await signUp(app.url);
});

/** Sends a request with a client's session from an address. */
function from(address: string, client: Client, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { 'x-forwarded-for': address };
  if (body === undefined) return client.send(path, { headers });
  headers['content-type'] = 'application/json';
  return client.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function allow(...entries: string[]): Promise<void> {
  for (const ipAddress of entries) {
    const response = await from(HOME, admin, '/api/ip-whitelist', { ipAddress });
    expect([ipAddress, response.status]).toEqual([ipAddress, 201]);
  }
}

const signIn = (address: string, password = PASSWORD) =>
  from(address, clientOf(app.url), '/api/login', { username: admin.user.username, password });
const messageOf = async (response: Response) => ((await response.json()) as ErrorReply).message;

describe('a session', () => {
  test('goes on from a listed address alone, at every call', async () => {
    await allow('192.0.2.0/24');
    for (const path of ['/api/user', '/api/leads', '/api/events?', '/api/ip-whitelist', '/api/my-ip']) {
      const response = await from(AWAY, admin, path);
      expect([path, response.status]).toEqual([path, 403]);
      expect(await messageOf(response)).toBe(BLOCKED);
    }
    expect((await from(AWAY, admin, '/api/logout', {})).status).toBe(403);
    expect((await from(HOME, admin, '/api/user')).status).toBe(200);
    expect((await from('192.0.3.0', admin, '/api/user')).status).toBe(403);
  });

  test('is refused before anything is parsed, and learns nothing else', async () => {
    await allow(HOME);
    const response = await from(AWAY, admin, '/api/leads', { nonsense: true });
    expect([response.status, await messageOf(response)]).toEqual([403, BLOCKED]);
  });

  test('is let in by IPv6 networks, and by IPv4 in the clothes of IPv6', async () => {
    await allow(HOME, '2001:db8:1::/48');
    expect((await from('2001:db8:1:ffff::1', admin, '/api/user')).status).toBe(200);
    expect((await from('2001:db8:2::1', admin, '/api/user')).status).toBe(403);
    expect((await from(`::ffff:${HOME}`, admin, '/api/user')).status).toBe(200);
  });

  test('of another organization is not touched', async () => {
    const other = await signUp(app.url);
    await allow(HOME);
    expect((await from(AWAY, other, '/api/user')).status).toBe(200);
  });

  test('of a live stream ends at its next check', async () => {
    const token = admin.cookie?.split('=')[1] ?? '';
    const isOpen = () => isSessionOpen(app.context.db.app, token, AWAY);
    expect(await isOpen()).toBe(true);
    await allow(HOME);
    expect(await isOpen()).toBe(false);
  });
});

describe('a sign-in', () => {
  test('from elsewhere is blocked, audited, and opens nothing', async () => {
    await allow(HOME);
    const response = await signIn(AWAY);
    expect([response.status, await messageOf(response)]).toEqual([403, BLOCKED]);
    expect(response.headers.get('set-cookie')).toBeNull();
    const { rows } = await app.context.db.owner.query(
      `SELECT username, ip_address, details FROM audit_logs WHERE organization_id = $1 AND action = 'login_blocked'`,
      [admin.user.organizationId],
    );
    expect(rows).toEqual([
      {
        username: admin.user.username,
        ip_address: AWAY,
        details: { reason: 'IP address not on the whitelist' },
      },
    ]);
    expect((await signIn(HOME)).status).toBe(200);
  });

  test('with a wrong password is told the same from anywhere', async () => {
    await allow(HOME);
    const answers = [await signIn(AWAY, 'wrong'), await signIn(HOME, 'wrong')];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await auditOf(app, admin.user.organizationId, 'login_blocked')).toEqual([]);
  });

  test('is blocked before a code is asked for', async () => {
    const { recoveryCodes } = await enableTwoFactor(admin);
    await allow(HOME);
    const body = { username: admin.user.username, password: PASSWORD, token: recoveryCodes[0] };
    expect((await from(AWAY, clientOf(app.url), '/api/login', body)).status).toBe(403);
    // The rejected sign-in didn't spend the code.
    expect((await from(HOME, clientOf(app.url), '/api/login', body)).status).toBe(200);
  });

  test('that is blocked counts as an attempt', async () => {
    await allow(HOME);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await signIn(AWAY)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });
});

test('a program with a token is let in from a listed address alone, from one moment to the next', async () => {
  const made = await from(HOME, admin, '/api/tokens', { name: 'program' });
  const { fullToken } = (await made.json()) as { fullToken: string };
  const call = async (address: string) => {
    const headers = { authorization: `Bearer ${fullToken}`, 'x-forwarded-for': address };
    return (await fetch(`${app.url}/api/v1/leads`, { headers })).status;
  };
  expect([await call(AWAY), await call(HOME)]).toEqual([200, 200]);
  await allow(HOME);
  expect([await call(AWAY), await call(HOME)]).toEqual([403, 200]);
});

describe('the address', () => {
  test('is the one the proxy saw, whatever stands before it in the header', async () => {
    await allow(HOME);
    expect((await from(`${HOME}, ${AWAY}`, admin, '/api/user')).status).toBe(403);
    expect((await from(`${AWAY}, ${HOME}`, admin, '/api/user')).status).toBe(200);
    expect((await from(`${HOME}, ${AWAY}, 127.0.0.1`, admin, '/api/user')).status).toBe(403);
  });

  test.each(['unknown', '', '192.0.2.7:80:1', "192.0.2.7' OR '1'='1", '<script>', '192.0.2.999'])(
    '%j in its place is no listed one',
    async (forged) => {
      await allow(HOME);
      expect((await from(forged, admin, '/api/user')).status).toBe(403);
    },
  );

  test.each(['x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'])(
    'is not taken from %s',
    async (header) => {
      await allow(HOME);
      const headers = { [header]: HOME, 'x-forwarded-for': AWAY };
      expect((await admin.send('/api/user', { headers })).status).toBe(403);
    },
  );

  test("is the socket's where no proxy is believed: a forged header neither helps nor harms", async () => {
    const user = await signUp(bare.url);
    const forged = { 'x-forwarded-for': HOME };
    const mine = await user.send('/api/my-ip', { headers: forged });
    expect(await mine.json()).toEqual({ ip: '127.0.0.1' });
    const added = await user.post('/api/ip-whitelist', { ipAddress: HOME }, forged);
    expect(added.status).toBe(409);
    expect((await user.post('/api/ip-whitelist', { ipAddress: '127.0.0.1' }, forged)).status).toBe(201);
    expect((await user.send('/api/user', { headers: { 'x-forwarded-for': AWAY } })).status).toBe(200);
    await bare.context.db.owner.query(`UPDATE ip_whitelist SET ip_address = $1`, [HOME]);
    expect((await user.send('/api/user', { headers: forged })).status).toBe(403);
  });
});
