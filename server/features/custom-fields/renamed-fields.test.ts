import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';

// Custom fields that are renamed, and those with a list of values.

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
});

async function make(field: Record<string, unknown>): Promise<CustomFieldEntity> {
  const { status, body } = await admin.post<CustomFieldEntity>('/api/custom-fields', field);
  expect([status, body]).toMatchObject([201, { name: field['name'], label: field['name'] }]);
  return body;
}

const change = (id: string, body: Record<string, unknown>, by = admin) =>
  call<CustomFieldEntity & { field?: string }>(by, 'PATCH', `/api/custom-fields/${id}`, body);

describe('a renamed field', () => {
  test('keeps its values, filters and mappings, and is shown by its new name', async () => {
    const { id } = await make({ name: 'Plan', type: 'text' });
    await makeLead(admin, { email: 'a@x.test', customData: { Plan: 'gold' } });
    expect(await change(id, { label: 'Tariff' })).toMatchObject({
      status: 200,
      body: { name: 'Plan', label: 'Tariff' },
    });
    const { body } = await admin.get<{ leads: Lead[] }>(
      `/api/leads?where=${encodeURIComponent('[["custom:Plan","is","GOLD"]]')}`,
    );
    expect(body.leads).toMatchObject([{ customData: { Plan: 'gold' } }]);
    const file = await (await admin.send('/api/leads/export?limit=all', {})).text();
    expect(file.split('\r\n')[0]).toContain('Tariff');
    for (const header of ['Tariff', 'plan']) {
      const { suggestedMapping } = (await uploadFile(
        admin,
        csvFile([
          ['Email', header],
          ['b@x.test', 'silver'],
        ]),
      )) as unknown as {
        suggestedMapping: Record<string, string>;
      };
      expect(suggestedMapping).toMatchObject({ [header]: 'custom:Plan' });
    }
    expect(await auditOf(app, admin.user.organizationId, 'update_field')).toEqual([
      expect.objectContaining({ resource: 'Plan', details: { from: 'Plan', to: 'Tariff' } }),
    ]);
  });

  test('takes no name of another field, nor is it changed by others', async () => {
    const { id } = await make({ name: 'Plan', type: 'text' });
    const other = await make({ name: 'Score', type: 'number' });
    await change(other.id, { label: 'Points' });
    for (const label of ['score', 'POINTS', 'E-mail', 'Status']) {
      expect([label, await change(id, { label })]).toMatchObject([
        label,
        { status: 409, body: { field: 'label' } },
      ]);
    }
    expect((await admin.post('/api/custom-fields', { name: 'points', type: 'text' })).status).toBe(409);
    expect((await change(id, { label: ' ' })).status).toBe(400);
    expect((await change(id, { options: ['a'] })).status).toBe(400);
    expect((await change(id, { label: 'Mine' }, await addColleague(app, admin, 'sam'))).status).toBe(403);
    expect((await change(id, { label: 'Mine' }, await signUp(app.url))).status).toBe(404);
    expect(await change(id, { label: 'Plan' })).toMatchObject({ status: 200 });
  });
});

describe('a choice list', () => {
  const OPTIONS = ['Gold', 'Größer', 'Basic plan'];
  const values = async () =>
    (await leadsOf(admin)).map(({ email, customData }) => [email, customData['Plan'] ?? null]);
  let field: CustomFieldEntity;
  beforeEach(async () => {
    field = await make({ name: 'Plan', type: 'choice', options: OPTIONS });
  });

  test.each([
    [{ name: 'x', type: 'choice' }, 'options: Enter at least one value'],
    [{ name: 'x', type: 'text', options: ['a'] }, 'options: Only a choice list has values'],
    [{ name: 'x', type: 'choice', options: ['a', 'A'] }, 'options: Enter each value once'],
  ])('is not made of %j', async (body, message) => {
    expect(await admin.post('/api/custom-fields', body)).toMatchObject({ status: 400, body: { message } });
  });

  test('takes its values alone, in any case, by every way in', async () => {
    const lead = await makeLead(admin, { email: 'form@x.test', customData: { Plan: ' gold ' } });
    const path = `/api/leads/${lead.id}`;
    expect(await values()).toEqual([['form@x.test', 'Gold']]);
    expect(await call(admin, 'PATCH', path, { customData: { Plan: 'riesig' } })).toMatchObject({
      status: 400,
    });
    expect(await call(admin, 'PATCH', path, { customData: { Plan: 'grösser' } })).toMatchObject({
      body: { customData: { Plan: 'Größer' } },
    });
    const bulk = (value: unknown) =>
      admin.post('/api/leads/bulk', {
        selection: { ids: [lead.id] },
        action: { type: 'setField', field: 'custom:Plan', value },
      });
    expect(await bulk('silver')).toMatchObject({ status: 400 });
    await runBulkCall(
      admin,
      { ids: [lead.id] },
      { type: 'setField', field: 'custom:Plan', value: 'basic PLAN' },
    );
    expect(await values()).toEqual([['form@x.test', 'Basic plan']]);

    const program = programOf(app.url, await tokenFor(admin));
    const post = (email: string, Plan: string) =>
      program.call('POST', '/leads', { email, customData: { Plan } });
    expect(await post('api@x.test', 'silver')).toMatchObject({
      status: 400,
      body: { field: 'customData.Plan' },
    });
    expect((await post('api@x.test', 'GOLD')).status).toBe(201);

    const rows = [
      ['Email', 'Plan'],
      ['file@x.test', 'gold'],
      ['odd@x.test', 'silver'],
    ];
    const { importId } = await importLeads(admin, csvFile(rows), {
      fieldMapping: { Email: 'email', Plan: 'custom:Plan' },
    });
    expect(Object.fromEntries(await values())).toMatchObject({
      ...{ 'api@x.test': 'Gold', 'file@x.test': 'Gold', 'odd@x.test': null },
    });
    const { body } = await admin.get<{ reasons: unknown[] }>(`/api/imports/${importId}`);
    expect(body.reasons).toMatchObject([{ code: 'unknown_choice', example: { value: 'silver' } }]);
    await importLeads(
      admin,
      csvFile([
        ['Email', 'Plan'],
        ['odd@x.test', 'BASIC PLAN'],
      ]),
      {
        fieldMapping: { Email: 'email', Plan: 'custom:Plan' },
        importMode: { mode: 'update', matchField: 'email' },
      },
    );
    expect(Object.fromEntries(await values())).toMatchObject({ 'odd@x.test': 'Basic plan' });
    const where = encodeURIComponent('[["custom:Plan","anyOf","gold","basic plan"]]');
    expect((await admin.get(`/api/leads/count?where=${where}`)).body).toEqual({ total: 4 });
    expect((await admin.get(`/api/leads?sort=custom:Plan`)).status).toBe(200);
  });

  test('leads keep a value that is removed from the list', async () => {
    await makeLead(admin, { email: 'a@x.test', customData: { Plan: 'Gold' } });
    expect(await change(field.id, { options: [] })).toMatchObject({ status: 400 });
    expect(await change(field.id, { options: ['Platinum', 'Basic plan'] })).toMatchObject({ status: 200 });
    expect(await values()).toEqual([['a@x.test', 'Gold']]);
    const [lead] = await leadsOf(admin);
    const set = (Plan: string) => call(admin, 'PATCH', `/api/leads/${lead?.id}`, { customData: { Plan } });
    expect([(await set('Gold')).status, (await set('platinum')).status]).toEqual([400, 200]);
    expect(await values()).toEqual([['a@x.test', 'Platinum']]);
  });
});
