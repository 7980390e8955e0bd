import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ImportTemplate, matchTemplate } from '#contract/import-templates.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url, 'anna');
  user = await addColleague(app, admin, 'bruno');
  stranger = await signUp(app.url);
});

afterAll(() => app.close());

const PLAN = {
  fieldMapping: { Mail: 'email', Given: 'firstName', Remark: 'note', Gone: 'custom:Gone' },
  columnTools: [
    { tool: 'split', column: 'Contact', separator: ' ', into: ['Given', 'Family'] },
    { tool: 'merge', columns: ['Zip', 'Town', 'State'], separator: ' ', into: 'Place' },
    { tool: 'default', column: 'Status', value: 'new' },
  ],
  valueMaps: { Status: { neu: 'new' } },
  options: { defaultCountry: 'DE', sheet: 'Only here' },
};

async function save(
  client: SignedIn,
  name: string,
  change: Record<string, unknown> = {},
): Promise<ImportTemplate> {
  const body = { name, plan: PLAN, ...change };
  const answer = await client.post<ImportTemplate>('/api/import-templates', body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body;
}

const names = async (client: SignedIn): Promise<string[]> =>
  (await client.get<ImportTemplate[]>('/api/import-templates')).body.map(({ name, own }) => `${name} ${own}`);

const change = (client: SignedIn, { id }: ImportTemplate, body: Record<string, unknown>) =>
  call<ImportTemplate>(client, 'PATCH', `/api/import-templates/${id}`, body);

test('own and shared templates are listed; only administrators share, and change what is shared', async () => {
  const template = await save(admin, ' Fair ', { shared: true });
  expect(template).toMatchObject({ name: 'Fair', shared: true, own: true, createdBy: 'anna', columns: 4 });
  const own = await save(user, 'Mine');
  expect(own).toMatchObject({ shared: false, own: true, createdBy: 'bruno' });
  expect(await names(admin)).toEqual(['Fair true']);
  expect(await names(user)).toEqual(['Fair false', 'Mine true']);
  expect(await names(stranger)).toEqual([]);

  const refused = { name: 'No', plan: PLAN, shared: true };
  expect((await user.post('/api/import-templates', refused)).status).toBe(403);
  expect((await change(user, own, { shared: true })).status).toBe(403);
  expect((await change(user, template, { name: 'Stolen' })).status).toBe(403);
  expect((await call(user, 'DELETE', `/api/import-templates/${template.id}`)).status).toBe(403);
  // Nobody else sees a private template, administrators included.
  expect((await change(admin, own, { shared: true })).status).toBe(404);
  for (const one of [template, own]) {
    expect((await change(stranger, one, { name: 'x' })).status).toBe(404);
    expect((await call(stranger, 'DELETE', `/api/import-templates/${one.id}`)).status).toBe(404);
    expect((await stranger.post(`/api/import-templates/${one.id}/adapt`, { columns: ['Mail'] })).status).toBe(
      404,
    );
  }

  expect((await change(user, own, { name: 'Renamed' })).body).toMatchObject({
    name: 'Renamed',
    shared: false,
  });
  expect((await change(admin, template, { shared: false })).body).toMatchObject({
    name: 'Fair',
    shared: false,
  });
  expect(await names(user)).toEqual(['Renamed true']);
  expect((await call(user, 'DELETE', `/api/import-templates/${own.id}`)).status).toBe(200);
  expect((await call(user, 'DELETE', `/api/import-templates/${own.id}`)).status).toBe(404);
});

test('a name is taken once for each user', async () => {
  const first = await save(admin, 'Twice');
  const second = await save(admin, 'Other');
  expect((await admin.post('/api/import-templates', { name: 'Twice', plan: PLAN })).status).toBe(409);
  expect((await change(admin, second, { name: first.name })).status).toBe(409);
  await save(user, 'Twice');
});

test('a template is adapted to the columns of a file by their names', async () => {
  const { id } = await save(admin, 'Adapted');
  const columns = ['MAIL', 'contact', 'remark', 'Town', 'zip', 'Further'];
  const { status, body } = await admin.post(`/api/import-templates/${id}/adapt`, { columns });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    plan: {
      fieldMapping: { MAIL: 'email', Given: 'firstName', remark: 'note' },
      columnTools: [
        { tool: 'split', column: 'contact', into: ['Given', 'Family'] },
        { tool: 'merge', columns: ['zip', 'Town'], into: 'Place' },
      ],
      valueMaps: {},
      options: { defaultCountry: 'DE', sheet: null },
    },
    missing: ['Gone', 'State', 'Status'],
  });
});

test('a file that has the column of a tool itself uses its own', async () => {
  const { id } = await save(admin, 'Own column');
  const { body } = await admin.post(`/api/import-templates/${id}/adapt`, {
    columns: ['given', 'Contact', 'Mail'],
  });
  expect(body).toMatchObject({
    plan: { fieldMapping: { given: 'firstName', Mail: 'email' }, columnTools: [] },
  });
});

test('a file without any of its columns gets no plan', async () => {
  const { id } = await save(admin, 'Nothing');
  const { body } = await admin.post(`/api/import-templates/${id}/adapt`, { columns: ['Else'] });
  expect(body).toMatchObject({ plan: null });
});

test.each([
  [{ name: ' ', plan: PLAN }],
  [{ name: 'x' }],
  [{ name: 'x', plan: {} }],
  [{ name: 'x', plan: { ...PLAN, columnTools: [{ tool: 'magic' }] } }],
  [{ name: 'x', plan: PLAN, more: 1 }],
])('%j is refused', async (body) => {
  expect((await admin.post('/api/import-templates', body)).status).toBe(400);
});

test('the template that fits the columns of a file best is found, if the file has all of its columns', async () => {
  const owner = await signUp(app.url);
  const plan = (...columns: string[]) => ({
    plan: { fieldMapping: Object.fromEntries(columns.map((column) => [column, column.toLowerCase()])) },
  });
  await save(owner, 'Contacts', plan('Email', 'Phone'));
  await save(owner, 'Fair', plan('Email', 'Phone', 'City'));
  await save(owner, 'Other', plan('Email', 'Phone', 'City', 'Brand'));
  const match = async (...columns: string[]) => {
    const body = { columns };
    const answer = await owner.post<ReplyOf<typeof matchTemplate>>('/api/import-templates/match', body);
    return answer.body.match;
  };
  expect(await match('CITY', 'email', 'Phone', 'Remark')).toMatchObject({
    template: { name: 'Fair' },
    plan: { fieldMapping: { CITY: 'city', email: 'email', Phone: 'phone' } },
  });
  expect(await match('Email', 'Phone')).toMatchObject({ template: { name: 'Contacts' } });
  expect(await match('Email', 'City')).toBeNull();
  expect(await match('Email', 'Phone', 'A', 'B', 'C')).toBeNull();
});
