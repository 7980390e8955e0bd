import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url, 'anna');
  colleague = await addColleague(app, admin, 'bruno');
  stranger = await signUp(app.url);
});

afterAll(() => app.close());

async function makeField(field: Record<string, unknown>): Promise<CustomFieldEntity> {
  const { status, body } = await admin.post<CustomFieldEntity>('/api/custom-fields', field);
  expect(status).toBe(201);
  return body;
}

test('fields are added by administrators, seen by all of the organization, and have a name of their own', async () => {
  const told: string[] = [];
  const forget = app.context.notices.onChange(admin.user.organizationId, ({ type }) => told.push(type));
  const field = await makeField({ name: ' Plan ', type: 'text' });
  expect(field).toEqual({
    ...{ id: field.id, name: 'Plan', label: 'Plan' },
    ...{ type: 'text', required: false, options: [] },
  });
  await until('the others are told', () => told.includes('fields'));
  forget();
  expect((await colleague.get('/api/custom-fields')).body).toEqual([field]);
  expect((await stranger.get('/api/custom-fields')).body).toEqual([]);
  const again = await admin.post<{ field: string }>('/api/custom-fields', { name: 'Plan', type: 'date' });
  expect([again.status, again.body.field]).toEqual([409, 'name']);
  expect((await stranger.post('/api/custom-fields', { name: 'Plan', type: 'date' })).status).toBe(201);
  expect(await auditOf(app, admin.user.organizationId, 'create_field')).toEqual([
    { resource: 'Plan', username: 'anna', details: { type: 'text', required: false } },
  ]);
});

test.each(['Email', 'e-mail', 'First Name', 'depositAmount', 'Sold'])("%s is a lead's own", async (name) => {
  const { status, body } = await admin.post<{ field: string }>('/api/custom-fields', { name, type: 'text' });
  expect([status, body.field]).toEqual([409, 'name']);
});

test('deleting one says how many leads hold a value, and removes the values', async () => {
  const field = await makeField({ name: 'Shoe size', type: 'number' });
  const kept = await makeField({ name: 'Hat', type: 'text' });
  const held = await makeLead(admin, { email: 'a@example.com', customData: { 'Shoe size': 44, Hat: 'M' } });
  await makeLead(admin, { email: 'b@example.com', customData: { 'Shoe size': 38 } });
  await makeLead(admin, { email: 'c@example.com' });
  const { id } = await runBulkCall(admin, { filter: {} }, { type: 'status', status: 'contacted' });
  const path = `/api/custom-fields/${field.id}`;
  expect((await admin.get(`${path}/usage`)).body).toEqual({ leads: 2 });
  const deleted = await call(admin, 'DELETE', path);
  expect([deleted.status, deleted.body['message']]).toEqual([
    200,
    'The field Shoe size was deleted; 2 leads lose their values',
  ]);
  const names = (await admin.get<CustomFieldEntity[]>('/api/custom-fields')).body.map((one) => one.name);
  expect(names).toContain(kept.name);
  expect(names).not.toContain('Shoe size');
  await until('the values are gone', async () =>
    (await leadsOf(admin)).every((lead) => !('Shoe size' in lead.customData)),
  );
  expect((await readLeadDetail(admin, held.id)).customData).toEqual({ Hat: 'M' });
  expect((await runUndoCall(admin, id)).changed).toBe(3);
  expect(await auditOf(app, admin.user.organizationId, 'delete_field')).toEqual([
    { resource: 'Shoe size', username: 'anna', details: { leads: 2 } },
  ]);
  await until('the name is free again', async () => {
    const { status } = await admin.post('/api/custom-fields', { name: 'Shoe size', type: 'text' });
    return status === 201;
  });
});

test('who is no administrator, of another organization or not signed in is refused', async () => {
  const field = await makeField({ name: 'Guarded', type: 'boolean' });
  const path = `/api/custom-fields/${field.id}`;
  const body = { name: 'New', type: 'text' };
  const statuses = async (client: SignedIn | TestApp['anonymous']) => {
    const usage = await call(client, 'GET', `${path}/usage`);
    return [usage.status, (await call(client, 'DELETE', path)).status];
  };
  expect((await call(colleague, 'POST', '/api/custom-fields', body)).status).toBe(403);
  expect((await call(app.anonymous, 'POST', '/api/custom-fields', body)).status).toBe(401);
  expect(await statuses(colleague)).toEqual([403, 403]);
  expect(await statuses(app.anonymous)).toEqual([401, 401]);
  expect(await statuses(stranger)).toEqual([404, 404]);
  expect((await app.anonymous.get('/api/custom-fields')).status).toBe(401);
  for (const wrong of [
    { name: ' ', type: 'text' },
    { name: 'x', type: 'money' },
  ]) {
    expect((await admin.post('/api/custom-fields', wrong)).status).toBe(400);
  }
});
