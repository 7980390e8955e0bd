import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, eventsOf, fileOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, postImport, uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { DOWNLOAD_LIMITS } from './platform/http/downloads.ts';

// Two servers on one database behind a proxy that sends each request to any of them.

/** More than the system buffers for a client. */
const WIDE = `e,a\n${Array.from({ length: 10_000 }, (_, n) => `l${n}@example.com,${'x'.repeat(1_800)}\n`).join('')}`;

let first: TestApp;
let second: TestApp;
let admin: SignedIn;
let away: ReturnType<typeof clientOf>;

beforeAll(async () => {
  first = await startTestApp();
  second = await startTestApp({ urls: first.context.db.urls });
  admin = await signUp(first.url);
  away = clientOf(second.url, admin.cookie);
});

afterAll(() => Promise.all([first.close(), second.close()]));

test('a session of one server is a session of all, until it ends on any', async () => {
  const session = clientOf(second.url);
  const body = { username: admin.user.username, password: PASSWORD };
  expect((await session.post('/api/login', body)).status).toBe(200);
  const there = clientOf(first.url, session.cookie);
  expect((await there.get('/api/user')).status).toBe(200);
  await there.post('/api/logout');
  expect((await session.get('/api/user')).status).toBe(401);
});

test('failed sign-ins are counted on all servers together', async () => {
  const user = await signUp(first.url);
  const tries = [];
  for (let n = 0; n < 11; n++) {
    const visitor = clientOf([first, second][n % 2]?.url ?? '');
    tries.push(
      (await visitor.post('/api/login', { username: user.user.username, password: 'wrong' })).status,
    );
  }
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('a file sent to one server is imported through another, once, and both tell how far it is', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => [`once-${n}@example.com`]);
  const { uploadId } = await uploadFile(admin, csvFile([['email'], ...rows]));
  const plan = { fieldMapping: { email: 'email' } };
  const events = await eventsOf(await postImport(away, uploadId, plan));
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'complete', stats: { imported: 500 } });
  for (const client of [admin, away]) {
    const { body } = await client.get<{ total: number }>('/api/leads?search=once-&limit=1');
    expect(body.total).toBe(500);
  }
});

test('an organization has its downloads on all servers together', async () => {
  await importLeads(admin, fileOf('wide.csv', WIDE), { fieldMapping: { e: 'email', a: 'address' } });
  const taken: IncomingMessage[] = [];
  const stalled = async (server: TestApp): Promise<number> => {
    const headers = { cookie: admin.cookie ?? '' };
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(`${server.url}/api/leads/export?limit=all`, { headers }, resolve),
    );
    taken.push(response.on('error', () => undefined));
    return response.statusCode ?? 0;
  };
  for (let n = 0; n < DOWNLOAD_LIMITS.perOrganization; n++)
    expect(await stalled(n % 2 === 0 ? first : second)).toBe(200);
  expect([await stalled(first), await stalled(second)]).toEqual([429, 429]);
  for (const response of taken) response.destroy();
  await until('there is room again', async () => (await stalled(second)) === 200);
  taken.at(-1)?.destroy();
});
