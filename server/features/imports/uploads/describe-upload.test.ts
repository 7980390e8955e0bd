import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, importLeads, leadsOf, postImport, uploadFile } from '#tests/support/imports.ts';

// Information about an upload derived from earlier files, and the sheets of a workbook.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const FILE = csvFile(
  [
    ['Mail', 'Who', 'Plan'],
    ['ada@example.com', 'Ada Lovelace', 'gold'],
  ],
  'first.csv',
);
const PLAN = {
  fieldMapping: { Mail: 'email', Plan: 'custom:Plan' },
  nameSplitConfig: { column: 'Who', enabled: true },
  importMode: { mode: 'update', matchField: 'email' },
  manualTags: ['vip'],
  options: { defaultCountry: 'DE', countryFromPhone: false, updatePolicy: 'fillEmpty' },
};

test('fields are suggested for a column beyond the 1,000th of a very wide file too', async () => {
  const wide = (names: string[], at: number) => names.toSpliced(at, 0, 'Email');
  const names = Array.from({ length: 1_500 }, () => 'n');
  const near = await uploadFile(user, csvFile([wide(names, 999), ['1']]));
  expect(near.suggestedMapping).toEqual({ Email: 'email' });
  const far = await uploadFile(user, csvFile([wide(names, 1_000), ['1']]));
  expect(far.suggestedMapping).toEqual({ Email: 'email' });
  expect(far.columns.slice(-2)).toEqual(['n (1499)', 'n (1500)']);
});

describe('the plan that was confirmed', () => {
  beforeEach(async () => {
    await user.post('/api/custom-fields', { name: 'Plan', type: 'text' });
  });

  test('is offered for the same columns in another order and case', async () => {
    expect((await uploadFile(user, FILE)).rememberedMapping).toBeNull();
    await importLeads(user, FILE, PLAN);
    const { rememberedMapping } = await uploadFile(
      user,
      csvFile([
        ['WHO', 'plan', 'Mail'],
        ['Bob', '', 'b@c.de'],
      ]),
    );
    expect(rememberedMapping).toEqual({
      fieldMapping: { Mail: 'email', plan: 'custom:Plan' },
      nameSplitConfig: { column: 'WHO', enabled: true },
      options: {
        ...{ defaultCountry: 'DE', countryFromPhone: false, updatePolicy: 'fillEmpty', owners: [] },
        ...{ dropInvalidEmails: false, sheet: null, encoding: null, delimiter: null, headerRow: null },
      },
      columnTools: [],
      valueMaps: {},
    });
    const more = await uploadFile(
      user,
      csvFile([
        ['Who', 'Plan', 'Mail', 'City'],
        ['Bob', '', 'b@c.de', ''],
      ]),
    );
    expect(more.rememberedMapping).toBeNull();
  });

  test('is the last one, of all users of the organization alone, and only when the import began', async () => {
    await importLeads(user, FILE, PLAN);
    await importLeads(user, FILE, { fieldMapping: { Mail: 'email' }, manualTags: [] });
    const refused = await postImport(user, FILE, { fieldMapping: { Mail: 'email', Who: 'email' } });
    expect(refused.status).toBe(400);
    const { rememberedMapping } = await uploadFile(user, FILE);
    expect(rememberedMapping).toMatchObject({
      fieldMapping: { Mail: 'email' },
      nameSplitConfig: null,
    });
    const { rememberedMapping: strange } = await uploadFile(await signUp(app.url), FILE);
    expect(strange).toBeNull();
  });

  test('keeps its place before a mapping that nobody looked at', async () => {
    await importLeads(user, FILE, PLAN);
    await importLeads(user, FILE, { fieldMapping: { Mail: 'email' } });
    const { rememberedMapping } = await uploadFile(user, FILE);
    expect(rememberedMapping?.fieldMapping).toEqual(PLAN.fieldMapping);
  });

  test('starts the next import as create: neither the mode nor a Lead ID column is remembered', async () => {
    const file = csvFile([
      ['Id', 'Mail'],
      ['0198c0de-0000-7000-8000-000000000000', 'ada@example.com'],
    ]);
    const update = {
      fieldMapping: { Id: 'id', Mail: 'email' },
      importMode: { mode: 'update', matchField: 'id' },
    };
    expect((await importLeads(user, file, update)).stats).toMatchObject({ imported: 0, skipped: 1 });
    const { rememberedMapping, uploadId } = await uploadFile(user, file);
    expect(rememberedMapping).not.toHaveProperty('importMode');
    expect(rememberedMapping?.fieldMapping).toEqual({ Mail: 'email' });
    const { fieldMapping = {} } = rememberedMapping ?? {};
    expect((await importLeads(user, uploadId, { fieldMapping })).stats).toMatchObject({ imported: 1 });
  });

  test('names no custom field that was deleted', async () => {
    await importLeads(user, FILE, PLAN);
    const { body } = await user.get<{ id: string }[]>('/api/custom-fields');
    await call(user, 'DELETE', `/api/custom-fields/${body[0]?.id}`);
    const { rememberedMapping } = await uploadFile(user, FILE);
    expect(rememberedMapping?.fieldMapping).toEqual({ Mail: 'email' });
  });
});

describe('imports of a file of the same content', () => {
  test('are told of, whatever the file is called, newest first', async () => {
    const { organizationId } = user.user;
    expect((await uploadFile(user, FILE)).importedBefore).toEqual([]);
    const first = await importLeads(user, FILE, { fieldMapping: { Mail: 'email' } });
    const second = await importLeads(user, FILE, { fieldMapping: { Mail: 'email' } });
    // Uploaded files are deleted after a while.
    await app.context.db.owner.query('DELETE FROM uploads WHERE organization_id = $1', [organizationId]);
    const again = await uploadFile(user, fileOf('renamed.csv', await FILE.text()));
    const common = {
      filename: 'first.csv',
      createdBy: user.user.username,
      createdAt: expect.any(String),
      correction: null,
    };
    expect(again.importedBefore).toEqual([
      { importId: second.importId, imported: 0, ...common },
      { importId: first.importId, imported: 1, ...common },
    ]);
    const other = await uploadFile(
      user,
      csvFile([
        ['Mail', 'Who', 'Plan'],
        ['ada@example.com', 'Ada', ''],
      ]),
    );
    expect(other.importedBefore).toEqual([]);
    expect((await uploadFile(await signUp(app.url), FILE)).importedBefore).toEqual([]);
  });
});

describe('another sheet of a workbook', () => {
  const sheets = [
    { name: 'First', rows: [['email'], ['x@example.com']] },
    {
      name: 'Zweites Blatt',
      rows: [['Mail', 'Place'], ['ada@example.com', 'Rome'], [null], ['bob@example.com', 'Oslo']],
    },
    { name: 'Empty', rows: [] },
  ];
  const file = fileOf('leads.xlsx', new Uint8Array(xlsx({ sheets })));
  const choose = (uploadId: string, body: unknown) =>
    user.post<Upload & { field?: string; message?: string }>(`/api/uploads/${uploadId}/sheet`, body);

  test('is told of as the first is, and imported by its name', async () => {
    const first = await uploadFile(user, file);
    expect(first).toMatchObject({
      sheet: 'First',
      sheets: ['First', 'Zweites Blatt', 'Empty'],
      totalRows: 1,
    });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await choose(first.uploadId, { sheet: 'Zweites Blatt' });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...first,
        sheet: 'Zweites Blatt',
        firstRows: expect.arrayContaining([{ number: 1, cells: ['Mail', 'Place'] }]),
        columns: ['Mail', 'Place'],
        preview: [
          { Mail: 'ada@example.com', Place: 'Rome' },
          { Mail: 'bob@example.com', Place: 'Oslo' },
        ],
        totalRows: 2,
        suggestedMapping: { Mail: 'email' },
      });
    }
    expect((await choose(first.uploadId, { sheet: 'First' })).body).toEqual(first);
    const plan = { fieldMapping: { Mail: 'email', Place: 'city' }, options: { sheet: 'Zweites Blatt' } };
    const { body: preview } = await user.post<{ rows: { number: number; values: unknown }[] }>(
      '/api/imports/preview',
      { uploadId: first.uploadId, ...plan },
    );
    expect(preview.rows.map(({ number, values }) => [number, values])).toEqual([
      [2, { email: 'ada@example.com', city: 'Rome' }],
      [4, { email: 'bob@example.com', city: 'Oslo' }],
    ]);
    const { stats } = await importLeads(user, first.uploadId, plan);
    expect(stats).toMatchObject({ totalRows: 2, imported: 2 });
    expect((await leadsOf(user)).map(({ city }) => city)).toEqual(['Rome', 'Oslo']);
    const { rememberedMapping } = (await choose(first.uploadId, { sheet: 'Zweites Blatt' })).body;
    expect(rememberedMapping).toMatchObject({ fieldMapping: plan.fieldMapping, options: { sheet: null } });
  });

  test.each([
    [{ sheet: 'Third' }, 'sheet'],
    [{ sheet: 'Empty' }, 'sheet'],
    [{}, 'sheet'],
  ])('is refused as %j', async (body, field) => {
    const { uploadId } = await uploadFile(user, file);
    const refused = await choose(uploadId, body);
    expect([refused.status, refused.body.field]).toEqual([400, field]);
  });

  test('of a file without sheets, or of no file, there is none', async () => {
    const { uploadId } = await uploadFile(user, FILE);
    expect((await choose(uploadId, { sheet: 'First' })).status).toBe(400);
    expect((await choose('0198c0de-0000-7000-8000-000000000000', { sheet: 'First' })).status).toBe(404);
    const { status, body } = await user.post<{ field: string }>('/api/imports/preview', {
      uploadId,
      fieldMapping: { Mail: 'email' },
      options: { sheet: 'First' },
    });
    expect([status, body.field]).toEqual([400, 'options.sheet']);
  });
});
