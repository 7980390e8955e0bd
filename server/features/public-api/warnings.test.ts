import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LeadDetail, ValueWarning } from '#contract/leads.ts';
import type { BatchResult, WrittenLead } from '#contract/public-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

// Values from forms and programs follow the import rules and get the same warnings.

let app: TestApp;
let admin: SignedIn;
let program: Program;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
  program = programOf(app.url, await tokenFor(admin));
});

const AMERICAN = { phone: '00151 23456111', country: 'Germany' };
const FOREIGN = {
  field: 'phone',
  code: 'phone_country',
  message: "The number's country is United States, but the lead's country is Germany; check which is right",
};

interface Warned {
  warnings?: ValueWarning[];
}

test("a phone of another country than the lead's is stored and told of, in forms", async () => {
  const made = await makeLead(admin, AMERICAN);
  expect(made).toMatchObject({ phone: '+15123456111', numberValid: true, warnings: [FOREIGN] });
  const patch = (body: object) => call<LeadDetail & Warned>(admin, 'PATCH', `/api/leads/${made.id}`, body);
  expect((await patch({ city: 'Bonn' })).body.warnings).toBeUndefined();
  expect((await patch({ country: 'United States' })).body.warnings).toBeUndefined();
  expect((await patch({ country: 'Germany' })).body.warnings).toEqual([FOREIGN]);
  expect((await patch({ phone: '0151 23456111' })).body).toMatchObject({ phone: '+4915123456111' });
});

test("a phone of another country than the lead's is stored and told of, in the public API", async () => {
  const created = await program.call<{ lead: WrittenLead } & Warned>('POST', '/leads', AMERICAN);
  expect(created.body).toMatchObject({ lead: { phone: '+15123456111' }, warnings: [FOREIGN] });
  const updated = await program.call('PATCH', '/leads', {
    identifier: { phone: '+15123456111' },
    data: { phone: '001 512 345 6112' },
  });
  expect(updated.body).toEqual({
    success: true,
    updated: 1,
    updatedAt: expect.any(String),
    message: 'Successfully updated 1 lead(s)',
    warnings: [FOREIGN],
  });
  const batch = await program.call<{ results: BatchResult[] }>('POST', '/leads/batch', {
    leads: [{ ...AMERICAN, phone: '+15123456113' }, { phone: '+4915123456111' }],
  });
  expect(batch.body.results.map(({ status, warnings }) => [status, warnings])).toEqual([
    ['created', [FOREIGN]],
    ['created', undefined],
  ]);
});

test('forms and programs may write phones, emails and postcodes as other programs export them', async () => {
  const given = {
    email: 'Jane <jane@x.example>; joe@x.example',
    phone: 'p:+44 7400 123456 / +44 7400 123457',
    postcode: 'z:LS1 4DY',
  };
  const read = { email: 'jane@x.example', phone: '+447400123456' };
  const codes = ({ warnings = [] }: Warned) => warnings.map(({ code }) => code);
  const made: LeadDetail & Warned = (await admin.post<LeadDetail>('/api/leads', given)).body;
  expect(made).toMatchObject({ ...read, postcode: 'LS1 4DY' });
  const other = await program.call<{ lead: WrittenLead } & Warned>('POST', '/leads', {
    email: 'N/A',
    phone: '４９ 171 2345681; 12345678',
    country: 'Germany',
  });
  expect(other.body.lead).toMatchObject({ email: null, phone: '+491712345681' });
  expect(codes(other.body)).toEqual(['other_phones']);
  expect(codes(made).sort()).toEqual(['other_emails', 'other_phones']);
});

test('tags never contain a comma, semicolon or pipe, whichever way they come', async () => {
  const given = ['a,b', 'c;d|e'];
  const read = ['a', 'b', 'c', 'd', 'e'];
  const made = await makeLead(admin, { email: 'a@x.example', tags: given });
  expect(made.tags).toEqual(read);
  const edited = await call<LeadDetail>(admin, 'PATCH', `/api/leads/${made.id}`, { tags: ['x|y'] });
  expect(edited.body.tags).toEqual(['x', 'y']);
  const created = await program.call<{ lead: WrittenLead }>('POST', '/leads', {
    email: 'b@x.example',
    tags: given,
  });
  const tagsOf = async (id: string) => (await admin.get<LeadDetail>(`/api/leads/${id}`)).body.tags;
  expect(await tagsOf(created.body.lead.id)).toEqual(read);
  await program.call('PATCH', '/leads', { identifier: { email: 'b@x.example' }, data: { tags: ['y;z'] } });
  expect(await tagsOf(created.body.lead.id)).toEqual(['y', 'z']);
  await runBulkCall(admin, { ids: [made.id] }, { type: 'addTags', tags: given });
  expect(await tagsOf(made.id)).toEqual(['x', 'y', ...read]);
  await runBulkCall(admin, { ids: [made.id] }, { type: 'removeTags', tags: ['x,y', 'a|b'] });
  expect(await tagsOf(made.id)).toEqual(['c', 'd', 'e']);
});
