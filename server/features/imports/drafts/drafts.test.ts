import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listDrafts, type OpenedDraft, type SavedDraft } from '#contract/import-drafts.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { removeStaleUploads } from '#server/features/housekeeping/housekeeping.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, importLeads, postImport, uploadFile } from '#tests/support/imports.ts';

let app: TestApp;
let ada: SignedIn;
let grace: SignedIn;
let uploadId: string;

beforeAll(async () => {
  app = await startTestApp();
  ada = await signUp(app.url, 'ada');
  grace = await addColleague(app, ada, 'grace');
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ uploadId } = await uploadFile(ada, FILE));
});
afterEach(() => emptyTables(app.context.db.owner, 'uploads'));

const FILE = csvFile(
  [
    ['E-mail', 'Town'],
    ['a@x.example', 'Rome'],
    ['b@x.example', 'Bern'],
  ],
  'people.csv',
);
const DRAFTS = '/api/import-drafts';
const PLAN: ImportPlan = importPlan.parse({
  fieldMapping: { Town: 'city', 'E-mail': 'email' },
  nameSplitConfig: { column: 'Town', enabled: true },
  importMode: { mode: 'update', matchField: 'phone' },
  manualTags: ['vip', 'autumn'],
  options: { defaultCountry: 'DE', countryFromPhone: false, updatePolicy: 'fillEmpty' },
});

const make = (client: SignedIn, body: object = { uploadId, plan: PLAN, step: 'map' }) =>
  client.post<SavedDraft>(DRAFTS, body);
const open = (client: SignedIn, id = uploadId) =>
  client.get<OpenedDraft & { state: string }>(`${DRAFTS}/${id}`);
const save = (client: SignedIn, changes: object) =>
  call<SavedDraft & { message: string; changedBy: string; current: unknown }>(
    client,
    'PATCH',
    `${DRAFTS}/${uploadId}`,
    changes,
  );
const remove = (client: SignedIn) => call(client, 'DELETE', `${DRAFTS}/${uploadId}`);
const restore = (client: SignedIn) => client.post(`${DRAFTS}/${uploadId}/restore`);
const list = async (client: SignedIn) => listDrafts.reply.parse((await client.get(DRAFTS)).body);

/** Backdates the draft's last change or its discarding. */
function age(column: 'changed_at' | 'discarded_at', by: string): Promise<unknown> {
  return app.context.db.owner.query(
    `UPDATE import_drafts SET ${column} = (SELECT ${column} - $1::interval) WHERE organization_id = $2`,
    [by, ada.user.organizationId],
  );
}

describe('a draft', () => {
  test('is listed for everyone of the organization, and opened with its whole plan and upload', async () => {
    const made = await make(ada);
    expect(made.status).toBe(201);
    const [listed] = await list(grace);
    expect(listed).toEqual({
      uploadId,
      filename: 'people.csv',
      totalRows: 2,
      step: 'map',
      revision: 1,
      createdBy: 'ada',
      createdAt: expect.any(String),
      changedBy: 'ada',
      changedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const days = Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.changedAt ?? '');
    expect(days).toBe(7 * 24 * 3_600_000);

    const { status, body } = await open(grace);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'open',
      ...listed,
      upload: {
        uploadId,
        columns: ['E-mail', 'Town'],
        totalRows: 2,
        suggestedMapping: { 'E-mail': 'email' },
      },
    });
    expect(body.plan).toEqual(PLAN);
    expect(Object.keys(body.plan.fieldMapping)).toEqual(['Town', 'E-mail']);
  });

  test('is changed by anyone, step by step', async () => {
    await make(ada);
    const plan = { ...PLAN, fieldMapping: { Town: 'source' } };
    const first = await save(grace, { revision: 1, plan });
    expect([first.status, first.body]).toMatchObject([200, { revision: 2, changedBy: 'grace', step: 'map' }]);
    expect((await save(ada, { revision: 2, step: 'upload' })).body).toMatchObject({ revision: 3 });
    expect((await open(ada)).body).toMatchObject({ plan, step: 'upload', changedBy: 'ada', revision: 3 });
  });

  test('is not changed from an older revision: the later writer hears who was first', async () => {
    await make(ada);
    await save(grace, { revision: 1, plan: { ...PLAN, manualTags: ['grace'] } });
    const late = await save(ada, { revision: 1, plan: { ...PLAN, manualTags: ['ada'] } });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      message: 'grace just changed this draft',
      changedBy: 'grace',
      current: { revision: 2 },
    });
    expect((await open(ada)).body.plan.manualTags).toEqual(['grace']);
    const own = await save(grace, { revision: 1, step: 'upload' });
    expect([own.status, own.body.message]).toEqual([409, 'You changed this draft in another tab']);
  });

  test('of two changes at the same moment, one wins', async () => {
    await make(ada);
    const tags = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(
      tags.map((tag) => save(ada, { revision: 1, plan: { ...PLAN, manualTags: [tag] } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await open(ada)).body).toMatchObject({ revision: 2, plan: { manualTags: [tags[winner]] } });
  });

  test('stays as it is when it is made again', async () => {
    await make(ada);
    await save(ada, { revision: 1, step: 'upload' });
    const again = await make(grace);
    expect(again.body).toMatchObject({ revision: 2, step: 'upload', createdBy: 'ada' });
  });

  test('describes the sheet that its plan reads', async () => {
    const sheets = [
      { name: 'May', rows: [['E-mail'], ['a@x.example']] },
      {
        name: 'June',
        rows: [
          ['Phone', 'Name'],
          ['1', 'x'],
          ['2', 'y'],
        ],
      },
    ];
    const book = await uploadFile(ada, fileOf('book.xlsx', new Uint8Array(xlsx({ sheets }))));
    uploadId = book.uploadId;
    const planOf = (sheet: string) =>
      importPlan.parse({ fieldMapping: { Phone: 'phone' }, options: { sheet } });
    await make(ada, { uploadId, plan: planOf('June'), step: 'map' });
    expect((await open(ada)).body.upload).toMatchObject({ sheet: 'June', columns: ['Phone', 'Name'] });
    expect(await list(ada)).toMatchObject([{ totalRows: 2 }]);
    // A program may have saved anything.
    await save(ada, { revision: 1, plan: planOf('Never') });
    expect((await open(ada)).body.upload).toMatchObject({ sheet: 'May', columns: ['E-mail'] });
  });
});

test('a draft counts the rows below the header that its plan reads', async () => {
  const rows = [['Our contacts'], ['E-mail', 'Name'], ['a@x.example', 'A'], ['b@x.example', 'B']];
  ({ uploadId } = await uploadFile(ada, csvFile(rows)));
  const planOf = (options: object) => importPlan.parse({ fieldMapping: { Name: 'firstName' }, options });
  await make(ada, { uploadId, plan: planOf({ headerRow: 2 }), step: 'map' });
  expect(await list(ada)).toMatchObject([{ totalRows: 2 }]);
  await save(ada, { revision: 1, plan: planOf({ headerRow: 0 }) });
  expect(await list(ada)).toMatchObject([{ totalRows: 4 }]);
  expect((await open(ada)).body).toMatchObject({ totalRows: 4, upload: { totalRows: 4 } });
  await save(ada, { revision: 2, plan: planOf({ headerRow: 900 }) });
  expect(await list(ada)).toMatchObject([{ totalRows: 2 }]);
});

describe('the end of a draft', () => {
  test('is the start of its import, which its address leads to', async () => {
    await make(ada);
    const { importId } = await importLeads(ada, uploadId, { fieldMapping: { 'E-mail': 'email' } });
    expect(await list(ada)).toEqual([]);
    const { status, body } = await open(grace);
    expect([status, body]).toEqual([200, { state: 'imported', importId, filename: 'people.csv' }]);
    expect((await save(ada, { revision: 1, step: 'map' })).status).toBe(404);
  });

  test('is not an import that is refused', async () => {
    await make(ada);
    const response = await postImport(ada, uploadId, { fieldMapping: { Nothing: 'email' } });
    expect(response.status).toBe(400);
    expect(await list(ada)).toHaveLength(1);
  });

  test('is followed by another draft of the file, after its import too', async () => {
    await make(ada);
    await importLeads(ada, uploadId, { fieldMapping: { 'E-mail': 'email' } });
    expect((await make(grace)).status).toBe(201);
    expect((await open(ada)).body).toMatchObject({ state: 'open', createdBy: 'grace' });
  });

  test('by discarding can be undone for an hour', async () => {
    await make(ada);
    expect((await remove(grace)).status).toBe(200);
    expect(await list(ada)).toEqual([]);
    for (const answer of [
      await open(ada),
      await save(ada, { revision: 1, step: 'map' }),
      await remove(ada),
    ]) {
      expect(answer.status).toBe(404);
    }
    await age('discarded_at', '59 minutes');
    await removeStaleUploads(app.context.db.owner);
    expect((await restore(ada)).status).toBe(200);
    expect((await open(ada)).body).toMatchObject({ state: 'open', plan: PLAN });
    await remove(ada);
    await age('discarded_at', '61 minutes');
    await removeStaleUploads(app.context.db.owner);
    expect((await restore(ada)).status).toBe(404);
  });

  test('comes after seven days without a change, and the upload lives as long', async () => {
    await make(ada);
    const { owner } = app.context.db;
    await owner.query("UPDATE uploads SET created_at = now() - interval '8 days'");
    await age('changed_at', '6 days 23 hours');
    await removeStaleUploads(owner);
    expect((await open(ada)).status).toBe(200);

    await age('changed_at', '2 hours');
    expect(await list(ada)).toEqual([]);
    expect((await open(ada)).status).toBe(404);
    expect((await save(ada, { revision: 1, step: 'map' })).status).toBe(404);
    await removeStaleUploads(owner);
    const { rows } = await owner.query('SELECT FROM uploads');
    expect(rows).toHaveLength(0);
    expect((await make(ada)).status).toBe(404);
  });

  test('is put off by each change', async () => {
    await make(ada);
    await age('changed_at', '6 days');
    await save(ada, { revision: 1, step: 'upload' });
    await age('changed_at', '6 days');
    expect(await list(ada)).toHaveLength(1);
  });
});

describe('errors', () => {
  test.each([
    ['no plan', { step: 'map' }],
    ['no such step', { plan: { fieldMapping: {} }, step: 'import' }],
    ['a broken plan', { plan: { fieldMapping: [] }, step: 'map' }],
    ['more than it knows', { plan: { fieldMapping: {} }, step: 'map', owner: 'me' }],
  ])('making one with %s', async (_, body) => {
    expect((await make(ada, { uploadId, ...body })).status).toBe(400);
  });

  test.each([
    ['no revision', { step: 'map' }],
    ['revision 0', { revision: 0, step: 'map' }],
    ['a broken plan', { revision: 1, plan: { fieldMapping: 'all' } }],
    ['more than it knows', { revision: 1, filename: 'x' }],
  ])('changing one with %s', async (_, changes) => {
    await make(ada);
    expect((await save(ada, changes)).status).toBe(400);
    expect((await open(ada)).body.revision).toBe(1);
  });

  test('whatever names no draft or upload', async () => {
    const nobody = randomUUID();
    expect((await make(ada, { uploadId: nobody, plan: PLAN, step: 'map' })).status).toBe(404);
    expect((await open(ada, nobody)).status).toBe(404);
    expect((await open(ada, 'no-id')).status).toBe(404);
    expect((await save(ada, { revision: 1, step: 'map' })).status).toBe(404);
    expect((await remove(ada)).status).toBe(404);
    expect((await restore(ada)).status).toBe(404);
  });

  test('another organization, which has no part in any of it', async () => {
    await make(ada);
    const stranger = await signUp(app.url);
    expect(await list(stranger)).toEqual([]);
    expect((await make(stranger)).status).toBe(404);
    expect((await open(stranger)).status).toBe(404);
    expect((await save(stranger, { revision: 1, step: 'upload' })).status).toBe(404);
    expect((await remove(stranger)).status).toBe(404);
    await remove(ada);
    expect((await restore(stranger)).status).toBe(404);
    expect((await restore(ada)).body).toMatchObject({ revision: 1, step: 'map' });
  });
});
