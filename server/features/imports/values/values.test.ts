import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ColumnValues, ToolRows } from '#contract/import-values.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { editReading } from '../record/edit-reading.ts';

// The values of a file's columns with their meanings, read in real worker threads, and the answers that are remembered.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

async function valuesOf(
  client: SignedIn,
  uploadId: string,
  plan: PlanFields,
  ...columns: string[]
): Promise<ColumnValues[]> {
  const { status, body } = await client.post<{ columns: ColumnValues[] }>('/api/imports/values', {
    uploadId,
    ...plan,
    columns,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.columns;
}

/** Returns a file of emails and the values of a column. */
const fileOfValues = (column: string, ...values: string[]): File =>
  csvFile([['Mail', column], ...values.map((value, n) => [`lead-${n}@values.example`, value])]);

const statusPlan: PlanFields = { fieldMapping: { Mail: 'email', State: 'status' } };

describe('the values of a column', () => {
  test('are counted in the whole file, most frequent first, in any case, with their meanings', async () => {
    const many = Array.from({ length: 300 }, () => 'Neu');
    const { uploadId } = await uploadFile(
      user,
      fileOfValues('State', 'weird', ...many, 'KONTAKTIERT', 'kontaktiert', '', ' '),
    );
    const [column] = await valuesOf(user, uploadId, statusPlan, 'State');
    expect(column).toMatchObject({
      column: 'State',
      target: 'status',
      more: false,
      known: ['new', 'contacted', 'qualified', 'converted'],
      values: [
        { value: 'Neu', count: 300, meaning: { value: 'new', from: 'known' } },
        { value: 'KONTAKTIERT', count: 2, meaning: { value: 'contacted', from: 'known' } },
        { value: 'weird', count: 1, meaning: null },
      ],
    });
  });

  test('are matched to countries, to brands that leads have, and to booleans', async () => {
    await makeLead(user, { email: 'x@values.example', brand: 'Çelik' });
    await user.post('/api/custom-fields', { name: 'Opt in', type: 'boolean' });
    const { uploadId } = await uploadFile(
      user,
      csvFile([
        ['Land', 'Marke', 'OK', 'Mail'],
        ['Deutschland', 'CELIK', 'ja', 'a@values.example'],
        ['Atlantis', 'Other', 'vielleicht', 'b@values.example'],
      ]),
    );
    const plan: PlanFields = {
      fieldMapping: { Mail: 'email', Land: 'country', Marke: 'brand', OK: 'custom:Opt in' },
    };
    const columns = await valuesOf(user, uploadId, plan, 'Land', 'Marke', 'OK');
    const meanings = columns.map(({ values }) => values.map(({ value, meaning }) => [value, meaning?.value]));
    expect(meanings).toEqual([
      [
        ['Deutschland', 'Germany'],
        ['Atlantis', undefined],
      ],
      [
        ['CELIK', 'Çelik'],
        ['Other', undefined],
      ],
      [
        ['ja', 'true'],
        ['vielleicht', undefined],
      ],
    ]);
    expect(columns.map(({ known }) => known)).toEqual([[], ['Çelik'], ['true', 'false']]);
  });

  test('name an existing value that is near, and count their spellings', async () => {
    await makeLead(user, { email: 'x@values.example', brand: 'Nordlicht', source: 'Messe 2024' });
    const names = ['Nord Licht', 'NORD-LICHT', 'Nordlich', 'Nordsee', 'Süd', 'SÜD', 'süd', 'Nordlicht'];
    const { uploadId } = await uploadFile(
      user,
      csvFile([
        ['Mail', 'Marke', 'Quelle'],
        ...names.map((name, n) => [`n${n}@values.example`, name, n === 0 ? 'Messe 2025' : 'Mese 2024']),
      ]),
    );
    const plan: PlanFields = { fieldMapping: { Mail: 'email', Marke: 'brand', Quelle: 'source' } };
    const [brands, sources] = await valuesOf(user, uploadId, plan, 'Marke', 'Quelle');
    const found = brands?.values.map(({ value, near, spellings }) => [value, near, spellings]);
    expect(found?.toSorted()).toEqual([
      ['NORD-LICHT', 'Nordlicht', 1],
      ['Nord Licht', 'Nordlicht', 1],
      ['Nordlich', 'Nordlicht', 1],
      ['Nordlicht', null, 1],
      ['Nordsee', null, 1],
      ['Süd', null, 3],
    ]);
    expect(sources?.values.map(({ value, near }) => [value, near])).toEqual([
      ['Mese 2024', 'Messe 2024'],
      ['Messe 2025', null],
    ]);
  });

  test('are those after the column tools, and at most 200', async () => {
    const values = Array.from({ length: 250 }, (_, n) => `v${n}`);
    const { uploadId } = await uploadFile(user, fileOfValues('Quelle', ...values, ''));
    const plan: PlanFields = {
      fieldMapping: { Mail: 'email', Quelle: 'source', Where: 'brand' },
      columnTools: [
        { tool: 'default', column: 'Quelle', value: 'none' },
        { tool: 'constant', into: 'Where', value: 'fair' },
      ],
    };
    const [source, brand] = await valuesOf(user, uploadId, plan, 'Quelle', 'Where');
    expect([source?.values.length, source?.more]).toEqual([200, true]);
    expect(brand?.values).toMatchObject([{ value: 'fair', count: 251, meaning: null, spellings: 1 }]);
  });
});

describe('the values of other columns', () => {
  test('of tags are single tags, which leads may have already', async () => {
    await makeLead(user, { email: 'x@values.example', tags: ['VIP'] });
    const { uploadId } = await uploadFile(user, fileOfValues('Labels', 'vip; fair', 'Fair|vip', 'vip', ''));
    const plan: PlanFields = { fieldMapping: { Mail: 'email', Labels: 'tags' } };
    const [tags] = await valuesOf(user, uploadId, plan, 'Labels');
    expect(tags).toMatchObject({
      known: ['VIP'],
      values: [
        { value: 'vip', count: 3, meaning: { value: 'VIP', from: 'known' } },
        { value: 'fair', count: 2, meaning: null },
      ],
    });
    await importLeads(user, uploadId, {
      ...plan,
      valueMaps: { Labels: { FAIR: 'Berlin, 2030', vip: 'VIP' } },
    });
    expect((await leadsOf(user)).slice(1).map((lead) => lead.tags)).toEqual([
      ['VIP', 'Berlin', '2030'],
      ['Berlin', '2030', 'VIP'],
      ['VIP'],
      [],
    ]);
  });

  test('are those of the file, which value maps apply to, not those of edited cells', async () => {
    const { uploadId } = await uploadFile(user, fileOfValues('State', 'odd', 'odd'));
    await app.context.db.owner.query(
      `INSERT INTO import_edits (organization_id, upload_id, reading, row_number, cells, originals, edited_by, revision)
       VALUES ($1, $2, $3, 2, '{"State": "new"}', '{"State": "odd"}', 'ada', 1)`,
      [user.user.organizationId, uploadId, editReading({ sheet: null, encoding: 'utf-8', delimiter: ',' })],
    );
    const [column] = await valuesOf(user, uploadId, statusPlan, 'State');
    expect(column?.values).toMatchObject([{ value: 'odd', count: 2, meaning: null }]);
  });
});

describe('what is chosen for a value', () => {
  const rows = (name: string) =>
    csvFile([
      ['Mail', 'State'],
      [`${name}-1@values.example`, 'Sehr heiß'],
      [`${name}-2@values.example`, 'Bleibt'],
      [`${name}-3@values.example`, 'weg'],
      [`${name}-4@values.example`, 'Neu'],
    ]);

  test('is applied by the import and remembered for the next file of the organization alone', async () => {
    const plan: PlanFields = {
      ...statusPlan,
      valueMaps: { State: { 'Sehr heiß': 'qualified', Bleibt: null, weg: '', Neu: 'new' } },
    };
    await importLeads(user, rows('a'), plan);
    expect((await leadsOf(user)).map(({ status }) => status)).toEqual(['qualified', 'Bleibt', 'new', 'new']);

    const next = csvFile([
      ['Email', 'Lead Status'],
      ['b@values.example', 'SEHR HEISS'],
      ['c@values.example', 'bleibt'],
      ['d@values.example', 'Weg'],
      ['e@values.example', 'NEU'],
    ]);
    const mapping: PlanFields = { fieldMapping: { Email: 'email', 'Lead Status': 'status' } };
    const { uploadId } = await uploadFile(user, next);
    const [column] = await valuesOf(user, uploadId, mapping, 'Lead Status');
    expect(column?.values.map(({ value, meaning }) => [value, meaning])).toEqual([
      ['SEHR HEISS', { value: 'qualified', from: 'remembered' }],
      // Leads have this status by now, so it needs no answer.
      ['bleibt', { value: null, from: 'remembered' }],
      ['Weg', { value: '', from: 'remembered' }],
      ['NEU', { value: 'new', from: 'known' }],
    ]);

    const stranger = await signUp(app.url);
    const other = await uploadFile(stranger, next);
    const [unknown] = await valuesOf(stranger, other.uploadId, mapping, 'Lead Status');
    expect(unknown?.values.map(({ meaning }) => meaning?.value)).toEqual([
      undefined,
      undefined,
      undefined,
      'new',
    ]);
  });
});

describe('the rows that a column tool changes', () => {
  const FILE = csvFile([
    ['Name', 'State'],
    ...Array.from({ length: 300 }, (_, n) => [`Ada ${n}`, n < 40 ? '' : 'neu']),
    ['Kurt', 'weg'],
  ]);
  const rowsOf = async (tool: object, ...columnTools: object[]) => {
    const { uploadId } = await uploadFile(user, FILE);
    return (await user.post<ToolRows>('/api/imports/tool-rows', { uploadId, columnTools, tool })).body;
  };

  test('are counted in the whole file, with examples of different changes', async () => {
    expect(await rowsOf({ tool: 'replace', column: 'State', find: 'weg', replacement: 'lost' })).toEqual({
      totalRows: 301,
      changed: 1,
      examples: [{ before: ['weg'], after: ['lost'] }],
    });
    expect(await rowsOf({ tool: 'default', column: 'State', value: 'new' })).toMatchObject({ changed: 40 });
    const split = { tool: 'split', column: 'Name', separator: ' ', into: ['Given', 'Number'] };
    const { changed, examples } = await rowsOf(split);
    expect([changed, examples.map(({ after }) => after)]).toEqual([
      300,
      [
        ['Ada', '0'],
        ['Ada', '1'],
        ['Ada', '2'],
      ],
    ]);
    const merge = { tool: 'merge', columns: ['State', 'Number'], separator: ' ', into: 'Both' };
    expect(await rowsOf(merge, split)).toMatchObject({
      changed: 301,
      examples: [{ before: ['', '0'], after: ['0'] }, {}, {}],
    });
    expect(await rowsOf({ tool: 'constant', into: 'Brand', value: 'Acme' })).toMatchObject({ changed: 301 });
  });

  test('need a tool that fits the file, and an upload of the organization', async () => {
    const { uploadId } = await uploadFile(user, FILE);
    const body = { uploadId, tool: { tool: 'default', column: 'State', value: 'new' } };
    const refused = await user.post('/api/imports/tool-rows', {
      ...body,
      tool: { ...body.tool, column: 'Nope' },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'tool' } });
    expect((await user.post('/api/imports/tool-rows', { uploadId })).status).toBe(400);
    const stranger = await signUp(app.url);
    expect((await stranger.post('/api/imports/tool-rows', body)).status).toBe(404);
    expect((await app.anonymous.post('/api/imports/tool-rows', body)).status).toBe(401);
  });
});

describe('refused are', () => {
  test.each([
    ['columns that the file lacks', ['Nope'], 400],
    ['columns that feed no field', ['Free'], 400],
    ['columns with many values', ['Mail'], 400],
    ['no columns', [], 400],
    ['too many columns', Array.from({ length: 21 }, () => 'State'), 400],
  ])('%s', async (_what, columns, expected) => {
    const { uploadId } = await uploadFile(
      user,
      csvFile([
        ['Mail', 'State', 'Free'],
        ['a@values.example', 'x', 'y'],
      ]),
    );
    const { status } = await user.post('/api/imports/values', { uploadId, ...statusPlan, columns });
    expect(status).toBe(expected);
  });

  test('uploads of another organization, and visitors', async () => {
    const { uploadId } = await uploadFile(user, fileOfValues('State', 'secret'));
    const body = { uploadId, ...statusPlan, columns: ['State'] };
    const stranger = await signUp(app.url);
    expect((await stranger.post('/api/imports/values', body)).status).toBe(404);
    expect((await app.anonymous.post('/api/imports/values', body)).status).toBe(401);
  });
});
