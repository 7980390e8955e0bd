import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url);
  await admin.post('/api/custom-fields', { name: 'Plan', type: 'text', required: false });
});
afterAll(() => app.close());

const make = (name: string, columns: string[]) =>
  admin.post<{ id: string; message?: string }>('/api/column-sets', { name, columns });
const sets = async () => (await admin.get('/api/column-sets')).body;

test('keeps columns under a name, changes and forgets them', async () => {
  const { status, body } = await make('Phones', ['phone', 'custom:Plan']);
  expect([status, body]).toEqual([201, { id: body.id, name: 'Phones', columns: ['phone', 'custom:Plan'] }]);
  expect(await make('Phones', ['email'])).toMatchObject({ status: 409, body: { field: 'name' } });
  await make('Emails', ['email']);
  const path = `/api/column-sets/${body.id}`;
  expect(await call(admin, 'PATCH', path, { name: 'Emails' })).toMatchObject({ status: 409 });
  expect(await call(admin, 'PATCH', path, { columns: ['phone'] })).toMatchObject({
    body: { name: 'Phones', columns: ['phone'] },
  });
  expect(await call(admin, 'DELETE', path)).toMatchObject({ status: 200 });
  expect(await call(admin, 'DELETE', path)).toMatchObject({ status: 404 });
  expect(await sets()).toMatchObject([{ name: 'Emails' }]);
});

test.each([
  [{ name: ' ', columns: ['email'] }, 'name: Enter a name'],
  [{ name: 'x', columns: [] }, 'columns: Choose at least one column'],
  [{ name: 'x', columns: ['email', 'email'] }, 'columns: Choose each column once'],
  [{ name: 'x', columns: ['secret'] }, 'columns.0: There is no column named secret'],
])('refuses %j', async (body, message) => {
  expect(await admin.post('/api/column-sets', body)).toMatchObject({ status: 400, body: { message } });
});

test('a customer gets its columns, and all of them when the set is gone', async () => {
  const lead = await makeLead(admin, { email: 'ann@x.example', customData: { Plan: 'gold' } });
  const sale = { identifiers: [lead.email], identifierType: 'email', customerNumber: 'C-1' };
  expect((await admin.post('/api/leads/mark-sold', sale)).status).toBe(200);
  const { body: set } = await make('For C-1', ['custom:Plan', 'email', 'custom:Gone']);
  const customer = '/api/customers/detail?customer=C-1';
  const changed = await call(admin, 'PATCH', customer, { columnSetId: set.id });
  expect(changed).toMatchObject({ status: 200, body: { columnSetId: set.id } });
  const terms = async () => (await admin.get('/api/customers/terms?customer=c-1')).body;
  expect(await terms()).toMatchObject({ columns: ['custom:Plan', 'email', 'custom:Gone'] });
  const headers = async () => {
    const file = await (await admin.send('/api/customers/deliveries?customer=C-1', {})).text();
    return file
      .split('\r\n')[0]
      ?.replaceAll(/["\uFEFF]/g, '')
      .split(',')
      .slice(5);
  };
  expect(await headers()).toEqual(['Plan', 'Email']);

  await call(admin, 'DELETE', `/api/column-sets/${set.id}`);
  expect(await terms()).toMatchObject({ columns: null });
  expect((await headers())?.length).toBeGreaterThan(20);
  expect(await call(admin, 'PATCH', customer, { columnSetId: set.id })).toMatchObject({
    ...{ status: 400, body: { field: 'columnSetId', message: 'columnSetId: Column set not found' } },
  });
  const stranger = await signUp(app.url);
  const { body: other } = await stranger.post<{ id: string }>('/api/column-sets', {
    name: 'x',
    columns: ['id'],
  });
  expect((await call(admin, 'PATCH', customer, { columnSetId: other.id })).status).toBe(400);
});
