import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import type { Lead } from '#contract/leads.ts';
import type { findSimilarLead } from '#contract/similar-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, gridPage } from '#tests/support/grids.ts';
import { csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';

const ROBERT = { firstName: 'Robert', lastName: 'Smith', city: 'Leeds', postcode: 'LS1' };
const HEADER = ['firstName', 'lastName', 'city', 'postcode', 'email'];
const MAPPING = Object.fromEntries(HEADER.map((name) => [name, name]));
const ROWS = [
  ['Robert', 'Smith', 'Leeds', 'LS1', 'bob@x.example'],
  ['Zoe', 'Adams', 'York', 'YO9', 'zoe@x.example'],
];

let app: TestApp;
let user: SignedIn;
let lead: Lead;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  lead = await makeLead(user, { ...ROBERT, phone: '07400 123456', email: 'robert@y.example' });
  await user.get('/api/duplicates');
});
afterAll(() => app.close());

const hint = () => ({
  leadId: lead.id,
  name: 'Robert Smith',
  probability: expect.any(Number),
  band: expect.any(String),
});

test('a new lead is told whom it likely is, without refusing it', async () => {
  const ask = async (body: Record<string, unknown>, by = user) =>
    (await by.post<ReplyOf<typeof findSimilarLead>>('/api/duplicates/similar', body)).body.similar;
  const bob = { ...ROBERT, firstName: 'Bob', phone: '07400123456' };
  expect(await ask(bob)).toEqual(hint());
  expect(await ask({ firstName: 'Zoe', lastName: 'Adams', city: 'Leeds' })).toBeNull();
  expect(await ask(bob, await signUp(app.url))).toBeNull();
  expect((await user.post('/api/duplicates/similar', { name: 'x' })).status).toBe(400);
  expect((await app.anonymous.post('/api/duplicates/similar', bob)).status).toBe(401);
});

test("the import's preview and Fix Rows hint at rows of new leads, which are imported all the same", async () => {
  const { uploadId } = await uploadFile(user, csvFile([HEADER, ...ROWS]));
  const plan = { fieldMapping: MAPPING };
  const preview = await user.post<ReplyOf<typeof previewImport>>('/api/imports/preview', {
    ...{ ...plan, uploadId, rows: 20 },
  });
  expect(preview.body.rows.map(({ outcome, similar }) => [outcome.kind, similar])).toEqual([
    ['new', hint()],
    ['new', null],
  ]);
  await checkGrid(user, uploadId, plan);
  const { rows } = await gridPage(user, uploadId, { show: 'all' });
  expect(rows.map(({ similar }) => similar)).toEqual([hint(), null]);
  const { stats } = await importLeads(user, uploadId, plan);
  expect(stats).toMatchObject({ imported: 2 });
});
