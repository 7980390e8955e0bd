import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedView } from '#contract/views.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url, 'anna');
  colleague = await addColleague(app, user, 'bruno');
  stranger = await signUp(app.url);
});

afterAll(() => app.close());

async function save(client: SignedIn, view: Record<string, unknown>): Promise<SavedView> {
  const { status, body } = await client.post<SavedView>('/api/views', view);
  expect(status).toBe(201);
  return body;
}

const list = async (client: SignedIn): Promise<string[]> =>
  (await client.get<SavedView[]>('/api/views')).body.map(
    (view) => `${view.name} ${view.own} ${view.createdBy}`,
  );

test('views are kept with filter and columns, own and shared ones are listed by name', async () => {
  const columns = [
    { field: 'email', width: 200 },
    { field: 'custom:Plan', width: null },
  ];
  const view = await save(user, { name: ' Zebra ', filter: { country: 'Germany', isSold: 'all' }, columns });
  expect(view).toEqual({
    id: view.id,
    name: 'Zebra',
    filter: { country: 'Germany' },
    columns,
    shared: false,
    own: true,
    createdBy: 'anna',
  });
  await save(user, { name: 'all ours', filter: {}, shared: true });
  await save(colleague, { name: 'Bruno', filter: {} });
  expect(await list(user)).toEqual(['all ours true anna', 'Zebra true anna']);
  expect(await list(colleague)).toEqual(['all ours false anna', 'Bruno true bruno']);
  expect(await list(stranger)).toEqual([]);
});

test('a change leaves alone what is not given, and only the owner may make it', async () => {
  const view = await save(user, {
    name: 'Change me',
    filter: { brand: 'x' },
    shared: true,
    columns: [{ field: 'email', width: 90 }],
  });
  const path = `/api/views/${view.id}`;
  const { status, body } = await call(user, 'PATCH', path, { name: 'Changed' });
  expect([status, body]).toEqual([200, { ...view, name: 'Changed' }]);
  expect((await call(user, 'PATCH', path, { columns: null })).body['columns']).toBeNull();
  expect((await call(colleague, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
  expect((await call(colleague, 'DELETE', path)).status).toBe(404);
  expect((await call(stranger, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
  expect((await call(user, 'DELETE', path)).status).toBe(200);
  expect((await call(user, 'DELETE', path)).status).toBe(404);
});

test('a name is taken once a user', async () => {
  await save(user, { name: 'Twice', filter: {} });
  const other = await save(user, { name: 'Another', filter: {} });
  expect((await user.post('/api/views', { name: 'Twice', filter: {} })).status).toBe(409);
  expect((await call(user, 'PATCH', `/api/views/${other.id}`, { name: 'Twice' })).status).toBe(409);
  await save(colleague, { name: 'Twice', filter: {} });
});

test.each([
  [{ name: ' ', filter: {} }],
  [{ name: 'x' }],
  [{ name: 'x', filter: { unknown: 'y' } }],
  [{ name: 'x', filter: {}, columns: [] }],
  [{ name: 'x', filter: {}, columns: [{ field: 'email', width: 1 }] }],
])('%j is refused', async (view) => {
  expect((await user.post('/api/views', view)).status).toBe(400);
});

test('the look of the table is kept for each user', async () => {
  const path = '/api/preferences/lead-table';
  const defaults = { columns: null, density: 'normal', pageSize: 20 };
  expect((await user.get(path)).body).toEqual(defaults);
  const columns = [{ field: 'phone', width: 120 }];
  const kept = await call(user, 'PATCH', path, { columns });
  expect([kept.status, kept.body]).toEqual([200, { ...defaults, columns }]);
  await call(user, 'PATCH', path, { density: 'compact' });
  await call(user, 'PATCH', path, { pageSize: 100 });
  expect((await user.get(path)).body).toEqual({ columns, density: 'compact', pageSize: 100 });
  expect((await colleague.get(path)).body).toEqual(defaults);
  for (const wrong of [{ density: 'huge' }, { pageSize: 25 }, { pageSize: '50' }, { pageSize: null }]) {
    expect((await call(user, 'PATCH', path, wrong)).status).toBe(400);
  }
});

test('a view keeps the order of its leads', async () => {
  const filter = { brand: 'x', sort: 'depositAmount', order: 'desc' };
  const view = await save(user, { name: 'Sorted', filter });
  expect(view.filter).toEqual(filter);
  const path = `/api/views/${view.id}`;
  expect((await call(user, 'PATCH', path, { filter: { brand: 'x' } })).body['filter']).toEqual({
    brand: 'x',
  });
  for (const wrong of [{ sort: 'nothing' }, { sort: 'email', order: 'up' }]) {
    expect((await call(user, 'PATCH', path, { filter: wrong })).status).toBe(400);
  }
});

test('anonymous callers get nowhere', async () => {
  for (const path of ['/api/views', '/api/preferences/lead-table']) {
    expect((await app.anonymous.get(path)).status).toBe(401);
  }
  expect((await app.anonymous.post('/api/views', { name: 'x', filter: {} })).status).toBe(401);
});
