import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { clientOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

// Two servers on one database. The second hears no notifications: nothing may depend on when they arrive.

const LIMIT = 5;
const HOME = '192.0.2.7';
const AWAY = '203.0.113.9';

let first: TestApp;
let second: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  const config = { apiRateLimit: LIMIT, trustProxy: ['127.0.0.1'] };
  first = await startTestApp({ jobs: false, config });
  second = await startTestApp({ jobs: false, config, urls: first.context.db.urls });
  await second.context.notices.close();
  admin = await signUp(first.url);
});

afterAll(() => Promise.all([first.close(), second.close()]));

/** Returns the status of a call of a program from an address. */
async function statusOf(program: Program, address: string): Promise<number> {
  return (await program.call('GET', '/leads', undefined, { 'x-forwarded-for': address })).status;
}

describe('on another server, too, once the call that changed it is answered', () => {
  test('a revoked token is refused', async () => {
    const program = programOf(second.url, await tokenFor(admin, { name: 'doomed' }));
    expect(await statusOf(program, HOME)).toBe(200);
    const { body } = await admin.get<ApiToken[]>('/api/tokens');
    const id = body.find(({ name }) => name === 'doomed')?.id;
    expect((await call(admin, 'DELETE', `/api/tokens/${id}`)).status).toBe(200);
    expect(await statusOf(program, HOME)).toBe(401);
  });

  test('a removed user is signed out', async () => {
    const user = await addColleague(first, admin, 'leaver');
    const there = clientOf(second.url, user.cookie);
    expect((await there.get('/api/user')).status).toBe(200);
    expect((await call(admin, 'DELETE', `/api/users/${user.user.id}`)).status).toBe(200);
    expect((await there.get('/api/user')).status).toBe(401);
  });

  test('an entry of the allow-list that is added, turned on or off holds', async () => {
    const own = await signUp(first.url);
    const program = programOf(second.url, await tokenFor(own));
    const session = clientOf(second.url, own.cookie);
    const from = { 'x-forwarded-for': HOME, 'content-type': 'application/json' };
    const statuses = async () => [
      await statusOf(program, AWAY),
      (await session.send('/api/user', { headers: { 'x-forwarded-for': AWAY } })).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const added = await own.post<{ id: string }>('/api/ip-whitelist', { ipAddress: HOME }, from);
    expect(added.status).toBe(201);
    expect(await statuses()).toEqual([403, 403]);
    for (const isActive of [false, true]) {
      const path = `/api/ip-whitelist/${added.body.id}`;
      const body = JSON.stringify({ isActive });
      expect((await own.send(path, { method: 'PATCH', headers: from, body })).status).toBe(200);
      expect([isActive, await statuses()]).toEqual([isActive, isActive ? [403, 403] : [200, 200]]);
    }
  });
});

describe('the rate limit', () => {
  /** Returns what the headers of an answer say. */
  async function told(program: Program, address = HOME): Promise<(number | string | null)[]> {
    const { status, headers } = await program.call('GET', '/leads', undefined, {
      'x-forwarded-for': address,
    });
    return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
  }

  test('of a token counts its calls to every server, and the headers say so', async () => {
    const token = await tokenFor(admin);
    const servers = [first, second].map(({ url }) => programOf(url, token));
    const answers = [];
    for (let n = 0; n <= LIMIT; n++) answers.push(await told(servers[n % 2] as Program));
    expect(answers).toEqual([
      ...Array.from({ length: LIMIT }, (_, n) => [200, String(LIMIT), String(LIMIT - 1 - n)]),
      [429, String(LIMIT), '0'],
    ]);
  });

  test('counts calls at the same moment exactly', async () => {
    const token = await tokenFor(admin);
    const servers = [first, second].map(({ url }) => programOf(url, token));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => told(servers[n % 2] as Program)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(LIMIT);
    expect(answers.flatMap(([status, , left]) => (status === 200 ? [left] : [])).sort()).toEqual(
      Array.from({ length: LIMIT }, (_, left) => String(left)),
    );
  });

  test('of callers without a token counts their address, and of IPv6 the network that one caller has', async () => {
    const anonymous = [first, second].map(({ url }) => programOf(url, null));
    for (let n = 0; n < LIMIT; n++) {
      const [status] = await told(anonymous[n % 2] as Program, `2001:db8::${n + 1}`);
      expect(status).toBe(401);
    }
    expect((await told(anonymous[1] as Program, '2001:db8::ffff'))[0]).toBe(429);
    expect((await told(anonymous[1] as Program, '2001:db8:0:1::1'))[0]).toBe(401);
  });

  test('begins anew when the minute is over', async () => {
    const program = programOf(first.url, await tokenFor(admin));
    for (let n = 0; n <= LIMIT; n++) await told(program);
    await first.context.db.owner.query("UPDATE api_call_windows SET ends_at = now() - interval '1 ms'");
    expect(await told(program)).toEqual([200, String(LIMIT), String(LIMIT - 1)]);
  });
});
