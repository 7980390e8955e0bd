import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/errors.ts';
import type { IpEntry } from '#contract/ip-whitelist.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call } from '#tests/support/calls.ts';
import { type Client, type SignedIn, signUp } from '#tests/support/client.ts';

// The allow-list itself: accepted entries, permissions, and protection from locking yourself out. Requests come from
// 127.0.0.1.

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;
let names = 0;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  stranger = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url, `anna-${++names}`);
  colleague = await addColleague(app, admin, `bruno-${names}`);
});

const list = async (by: Client = admin) => (await by.get<IpEntry[]>('/api/ip-whitelist')).body;
const add = (ipAddress: unknown, description?: string, by: Client = admin) =>
  by.post<IpEntry & ErrorReply>('/api/ip-whitelist', {
    ipAddress,
    ...(description !== undefined && { description }),
  });
const update = (id: string, isActive: boolean, by: Client = admin) =>
  call<IpEntry & ErrorReply>(by, 'PATCH', `/api/ip-whitelist/${id}`, { isActive });
const remove = (id: string, by: Client = admin) => call<ErrorReply>(by, 'DELETE', `/api/ip-whitelist/${id}`);
const status = async (by: Client = admin) => (await by.get('/api/ip-whitelist-status')).body;
const added = async (ipAddress: string) => {
  const { status: answered, body } = await add(ipAddress);
  expect(answered).toBe(201);
  return body.id;
};
const LOCKED_OUT = 'This would lock out your own address 127.0.0.1. Add an entry for it first.';

test('the own address is told', async () => {
  expect((await colleague.get('/api/my-ip')).body).toEqual({ ip: '127.0.0.1' });
});

test('an empty list lets everybody in', async () => {
  expect(await status()).toEqual({ enabled: false, isWhitelisted: true, activeEntries: 0 });
  expect(await list()).toEqual([]);
});

test('an entry is added in its one form, seen by all of the organization and by no other', async () => {
  const { status: answered, body } = await add(' 127.0.0.77/8 ', '  Office ');
  expect(answered).toBe(201);
  expect(body).toEqual({
    id: body.id,
    ipAddress: '127.0.0.0/8',
    description: 'Office',
    isActive: true,
    createdAt: body.createdAt,
    createdBy: admin.user.username,
  });
  expect(await list(colleague)).toEqual([body]);
  expect(await status(colleague)).toEqual({ enabled: true, isWhitelisted: true, activeEntries: 1 });
  expect(await list(stranger)).toEqual([]);
  expect(await auditOf(app, admin.user.organizationId, 'add_ip')).toEqual([
    { resource: '127.0.0.0/8', username: admin.user.username, details: null },
  ]);
  await added('2001:DB8::0/32');
  expect((await list()).map((entry) => [entry.ipAddress, entry.description])).toEqual([
    ['127.0.0.0/8', 'Office'],
    ['2001:db8::/32', null],
  ]);
});

test('an entry outlives who added it', async () => {
  await call(admin, 'PATCH', `/api/users/${colleague.user.id}/admin`, { isAdmin: true });
  await add('127.0.0.1', '', colleague);
  await call(admin, 'DELETE', `/api/users/${colleague.user.id}`);
  expect((await list()).map(({ createdBy, description }) => [createdBy, description])).toEqual([
    [null, null],
  ]);
});

test.each([
  ['', 'ipAddress'],
  ['   ', 'ipAddress'],
  ['localhost', 'ipAddress'],
  ['127.0.0.1/33', 'ipAddress'],
  ['127.0.0.01', 'ipAddress'],
  ['fe80::1%eth0', 'ipAddress'],
  ['127.0.0.1; DROP TABLE users', 'ipAddress'],
  [7, 'ipAddress'],
  [null, 'ipAddress'],
])('%j is no entry', async (ipAddress, field) => {
  const { status: answered, body } = await add(ipAddress);
  expect([answered, body.field]).toEqual([400, field]);
});

test('a description has bounds', async () => {
  expect((await add('127.0.0.1', 'x'.repeat(201))).body.field).toBe('description');
  expect((await add('127.0.0.1', 'a\u0007b')).body.field).toBe('description');
  expect(
    (await admin.post<ErrorReply>('/api/ip-whitelist', { ipAddress: '::1', isActive: false })).status,
  ).toBe(400);
});

test.each([
  ['127.0.0.1', '127.0.0.1/32'],
  ['127.0.0.1', '::ffff:127.0.0.1'],
  ['127.0.0.0/8', '127.9.9.9/8'],
])('%s and %s are one entry', async (first, second) => {
  await added(first);
  const { status: answered, body } = await add(second);
  expect([answered, body.field]).toEqual([409, 'ipAddress']);
  expect(await list()).toHaveLength(1);
  // Another organization has a list of its own.
  expect((await add(first, undefined, await signUp(app.url))).status).toBe(201);
});

test('an entry is turned off and on, and audited when that changes something', async () => {
  await added('127.0.0.1');
  const id = await added('192.0.2.0/24');
  expect((await update(id, false)).body).toMatchObject({ id, isActive: false });
  expect((await update(id, false)).status).toBe(200);
  expect(await status()).toMatchObject({ activeEntries: 1 });
  expect((await update(id, true)).body).toMatchObject({ id, isActive: true });
  const entries = await auditOf(app, admin.user.organizationId, 'update_ip');
  expect(entries.map(({ resource, details }) => [resource, details])).toEqual([
    ['192.0.2.0/24', { isActive: false }],
    ['192.0.2.0/24', { isActive: true }],
  ]);
  expect(
    (await call<ErrorReply>(admin, 'PATCH', `/api/ip-whitelist/${id}`, { isActive: 'no' })).body.field,
  ).toBe('isActive');
});

test('an entry is removed, and audited', async () => {
  const id = await added('127.0.0.1');
  const { status: answered, body } = await remove(id);
  expect([answered, body.message]).toEqual([200, '127.0.0.1 was removed']);
  expect((await remove(id)).status).toBe(404);
  expect(await status()).toEqual({ enabled: false, isWhitelisted: true, activeEntries: 0 });
  expect(await auditOf(app, admin.user.organizationId, 'remove_ip')).toEqual([
    { resource: '127.0.0.1', username: admin.user.username, details: null },
  ]);
});

describe('nobody locks themselves out', () => {
  test('by the first entry', async () => {
    const { status: answered, body } = await add('192.0.2.1');
    expect([answered, body.message]).toEqual([409, LOCKED_OUT]);
    expect(await list()).toEqual([]);
    expect(await auditOf(app, admin.user.organizationId, 'add_ip')).toEqual([]);
  });

  test('by turning off the entry that lets them in', async () => {
    const id = await added('127.0.0.0/8');
    await added('192.0.2.1');
    const { status: answered, body } = await update(id, false);
    expect([answered, body.message]).toEqual([409, LOCKED_OUT]);
    expect(await status()).toEqual({ enabled: true, isWhitelisted: true, activeEntries: 2 });
  });

  test('by removing it', async () => {
    const id = await added('127.0.0.1');
    await added('192.0.2.1');
    expect((await remove(id)).body.message).toBe(LOCKED_OUT);
    expect(await list()).toHaveLength(2);
  });

  test('by turning on another one that does not', async () => {
    const id = await added('127.0.0.1');
    const other = await added('192.0.2.1');
    await update(other, false);
    await update(id, false);
    expect(await status()).toEqual({ enabled: false, isWhitelisted: true, activeEntries: 0 });
    expect((await update(other, true)).body.message).toBe(LOCKED_OUT);
    // The other entry may be turned on once an entry admits the caller.
    await update(id, true);
    expect((await update(other, true)).status).toBe(200);
  });

  test('by two changes at once, each of which would be right alone', async () => {
    const [first, second] = [await added('127.0.0.1'), await added('127.0.0.0/16')];
    await added('192.0.2.1');
    const answers = await Promise.all([remove(first), update(second, false)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await status()).toMatchObject({ isWhitelisted: true });
  });
});

test('who is no administrator, of another organization or not signed in changes nothing', async () => {
  const id = await added('127.0.0.1');
  const tries = (by: Client) => [add('127.0.0.2', undefined, by), update(id, false, by), remove(id, by)];
  const statuses = async (by: Client) => (await Promise.all(tries(by))).map((answer) => answer.status);
  expect(await statuses(colleague)).toEqual([403, 403, 403]);
  expect(await statuses(app.anonymous)).toEqual([401, 401, 401]);
  expect((await statuses(stranger)).slice(1)).toEqual([404, 404]);
  for (const path of ['/api/my-ip', '/api/ip-whitelist-status', '/api/ip-whitelist']) {
    expect((await app.anonymous.get(path)).status).toBe(401);
  }
  expect(await list()).toHaveLength(1);
});
