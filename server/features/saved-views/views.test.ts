import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedView } from '#contract/views.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { newId } from '../../platform/ids.ts';

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
    isDefault: false,
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

test('a user has one default view, which nobody else sees as theirs', async () => {
  const path = '/api/preferences/default-view';
  const choose = (client: SignedIn, viewId: string | null) => call(client, 'PATCH', path, { viewId });
  const defaults = async (client: SignedIn) =>
    (await client.get<SavedView[]>('/api/views')).body.flatMap(({ id, isDefault }) =>
      isDefault ? [id] : [],
    );
  const shared = await save(user, { name: 'Default for all', filter: {}, shared: true });
  const secret = await save(user, { name: 'Default for anna', filter: {} });

  expect((await choose(user, secret.id)).body).toEqual({ viewId: secret.id });
  expect(await defaults(user)).toEqual([secret.id]);
  expect(await defaults(colleague)).toEqual([]);
  expect((await choose(user, shared.id)).status).toBe(200);
  expect((await choose(colleague, shared.id)).status).toBe(200);
  expect([await defaults(user), await defaults(colleague)]).toEqual([[shared.id], [shared.id]]);

  expect((await choose(colleague, secret.id)).status).toBe(404);
  expect((await choose(stranger, shared.id)).status).toBe(404);
  expect((await choose(user, 'all')).status).toBe(400);
  expect((await app.anonymous.send(path, { method: 'PATCH' })).status).toBe(401);
  expect(await defaults(colleague)).toEqual([shared.id]);

  // Once its owner stops sharing it, no other user keeps a view as default.
  await call(user, 'PATCH', `/api/views/${shared.id}`, { shared: false });
  expect(await defaults(colleague)).toEqual([]);
  expect((await choose(user, null)).body).toEqual({ viewId: null });
  expect(await defaults(user)).toEqual([]);
});

test('views are counted exactly, each for those who see it', async () => {
  const owner = await signUp(app.url);
  const other = await addColleague(app, owner, 'carl');
  const fieldId = (await owner.post<{ id: string }>('/api/custom-fields', { name: 'Plan', type: 'text' }))
    .body.id;
  for (const brand of ['Acme', 'Acme', 'Nord']) {
    await makeLead(owner, { email: `${newId()}@example.com`, brand });
  }
  const gone = await makeLead(owner, { email: 'gone@example.com', brand: 'Acme' });
  await call(owner, 'DELETE', `/api/leads/${gone.id}`);
  const where = JSON.stringify([['brand', 'contains', 'ord']]);
  const views = [
    await save(owner, {
      name: 'Acme',
      filter: { brand: 'acme', sort: 'email', order: 'desc' },
      shared: true,
    }),
    await save(owner, { name: 'Bin', filter: { bin: 'true' } }),
    await save(owner, { name: 'Nord', filter: { where } }),
    await save(owner, { name: 'Plan', filter: { custom: JSON.stringify({ Plan: 'gold' }) } }),
  ];
  const counts = async (client: SignedIn) =>
    (await client.get<{ all: number; views: { id: string; total: number | null }[] }>('/api/views/counts'))
      .body;
  const expected = (...totals: (number | null)[]) =>
    totals.map((total, index) => ({ id: views[index]?.id, total }));

  expect(await counts(owner)).toEqual({ all: 3, mine: 0, due: 0, views: expected(2, 1, 1, 0) });
  expect(await counts(other)).toEqual({ all: 3, mine: 0, due: 0, views: expected(2) });
  expect(await counts(stranger)).toMatchObject({ all: 0, views: [] });
  expect((await app.anonymous.get('/api/views/counts')).status).toBe(401);

  await call(owner, 'DELETE', `/api/custom-fields/${fieldId}`);
  expect(await counts(owner)).toEqual({ all: 3, mine: 0, due: 0, views: expected(2, 1, 1, null) });
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
