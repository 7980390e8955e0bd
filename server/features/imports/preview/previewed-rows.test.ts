import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, type PlanFields, uploadFile } from '#tests/support/imports.ts';

// The preview tells the outcome of each row: a new lead, an update with the values that it replaces, a duplicate of which row or
// lead, skipped or an error.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const HEAD = ['email', 'phone', 'city', 'tags'];
const MAPPING = { email: 'email', phone: 'phone', city: 'city', tags: 'tags' };

type Previewed = ReplyOf<typeof previewImport>['rows'];

async function previewed(rows: string[][], plan: Partial<PlanFields> = {}, shown = 100): Promise<Previewed> {
  const { uploadId } = await uploadFile(user, csvFile([HEAD, ...rows]));
  const body = { fieldMapping: MAPPING, ...plan, uploadId, rows: shown };
  const answer = await user.post<ReplyOf<typeof previewImport>>('/api/imports/preview', body);
  expect(answer.status).toBe(200);
  return answer.body.rows;
}

/** Imports rows into the organization and returns the leads' ids. */
async function existing(...rows: string[][]): Promise<string[]> {
  await importLeads(user, csvFile([HEAD, ...rows]), { fieldMapping: MAPPING });
  return (await leadsOf(user)).map(({ id }) => id);
}

function updating(mode: 'update' | 'createOrUpdate', matchField: string, options = {}): Partial<PlanFields> {
  return { importMode: { mode, matchField }, options };
}

test('new rows, and duplicates of an earlier row or of a lead', async () => {
  const [ada] = await existing(['ada@example.com', '+447400123451', '', '']);
  const rows = await previewed([
    ['bob@example.com', '+447400123452', '', ''],
    ['ADA@example.com', '', '', ''],
    ['c@example.com', '07400 123452', '', ''],
    ['broken', '', '', ''],
    ['d@example.com', '+44 7400 123452', '', ''],
    ['e@example.com', '+44 7400 123451', '', ''],
  ]);
  expect(rows.map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, { kind: 'new' }],
    [3, { kind: 'duplicate', field: 'email', leadId: ada, row: null }],
    [4, { kind: 'new' }],
    [5, { kind: 'error' }],
    [6, { kind: 'duplicate', field: 'phone', leadId: null, row: 2 }],
    [7, { kind: 'duplicate', field: 'phone', leadId: ada, row: null }],
  ]);
});

test('a duplicate takes nothing, and rows beyond the preview are not looked at', async () => {
  const rows = await previewed(
    [
      ['a@example.com', '', '', ''],
      ['a@example.com', '+447400123451', '', ''],
      ['b@example.com', '+447400123451', '', ''],
      ['b@example.com', '', '', ''],
    ],
    {},
    3,
  );
  expect(rows.map(({ outcome }) => outcome.kind)).toEqual(['new', 'duplicate', 'new']);
});

test('leads of other organizations and in the bin are no duplicates', async () => {
  const [id] = await existing(['ada@example.com', '', '', '']);
  const stranger = await signUp(app.url);
  await importLeads(stranger, csvFile([HEAD, ['bob@example.com', '', '', '']]), { fieldMapping: MAPPING });
  expect((await user.send(`/api/leads/${id}`, { method: 'DELETE' })).ok).toBe(true);
  const rows = await previewed([
    ['ada@example.com', '', '', ''],
    ['bob@example.com', '', '', ''],
  ]);
  expect(rows.map(({ outcome }) => outcome)).toEqual([{ kind: 'new' }, { kind: 'new' }]);
});

describe('an update', () => {
  test('shows the values that it replaces, as the rows above leave them', async () => {
    const [ada] = await existing(['ada@example.com', '+447400123451', 'London', 'vip']);
    const rows = await previewed(
      [
        ['ada@example.com', '+447400123452', 'Paris', 'hot'],
        ['ada@example.com', '', 'Rome', ''],
        ['ada@example.com', '', 'Rome', 'vip'],
        ['nobody@example.com', '', 'Bonn', ''],
      ],
      updating('update', 'email'),
    );
    expect(rows.map(({ outcome, before, values }) => ({ outcome, before, values }))).toEqual([
      {
        outcome: { kind: 'update', leadId: ada, row: null },
        before: { phone: '+447400123451', city: 'London', tags: 'vip' },
        values: { email: 'ada@example.com', phone: '+447400123452', city: 'Paris', tags: 'vip, hot' },
      },
      {
        outcome: { kind: 'update', leadId: ada, row: null },
        before: { city: 'Paris' },
        values: { email: 'ada@example.com', city: 'Rome' },
      },
      {
        outcome: { kind: 'skipped', leadId: ada, row: null, message: 'The lead already has these values' },
        before: {},
        values: { email: 'ada@example.com', city: 'Rome', tags: 'vip' },
      },
      {
        outcome: { kind: 'skipped', leadId: null, row: null, message: 'No lead matches this row' },
        before: {},
        values: { email: 'nobody@example.com', city: 'Bonn' },
      },
    ]);
  });

  test('that fills only empty fields shows what the lead keeps', async () => {
    await existing(['ada@example.com', '', 'London', '']);
    const [row] = await previewed(
      [['ada@example.com', '+447400123451', 'Paris', '']],
      updating('update', 'email', { updatePolicy: 'fillEmpty' }),
    );
    expect(row?.before).toEqual({ phone: '' });
    expect(row?.values).toMatchObject({ phone: '+447400123451', city: 'London' });
  });

  test('that would take the identity of another lead is an error that names it', async () => {
    const [, bob] = await existing(
      ['ada@example.com', '', '', ''],
      ['bob@example.com', '+447400123451', '', ''],
    );
    const [row] = await previewed(
      [['ada@example.com', '+447400123451', '', '']],
      updating('update', 'email'),
    );
    expect(row?.outcome).toEqual({ kind: 'error' });
    expect(row?.problems.map(({ severity, code, field }) => [severity, code, field])).toEqual([
      ['error', 'ambiguous_match', 'phone'],
    ]);
    expect(row?.problems[0]?.message).toContain(bob);
  });

  test('reads a local number with the country of the lead', async () => {
    await existing(['ada@example.com', '+447400123451', '', '']);
    const [row] = await previewed([['ada@example.com', '07400 123459', '', '']], updating('update', 'email'));
    expect([row?.before, row?.values['phone'], row?.problems]).toEqual([
      { phone: '+447400123451' },
      '+447400123459',
      [],
    ]);
  });
});

test('where rows may create or update, one may update the lead of an earlier row', async () => {
  const [ada] = await existing(['ada@example.com', '+447400123451', 'London', '']);
  const rows = await previewed(
    [
      ['ada@example.com', '', 'Paris', ''],
      ['new@example.com', '', 'Oslo', ''],
      ['new@example.com', '', 'Bergen', ''],
      ['other@example.com', '+447400123451', '', ''],
      ['', '', 'Rome', ''],
    ],
    updating('createOrUpdate', 'email'),
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    { kind: 'update', leadId: ada, row: null },
    { kind: 'new' },
    { kind: 'update', leadId: null, row: 3 },
    { kind: 'duplicate', field: 'phone', leadId: ada, row: null },
    { kind: 'error' },
  ]);
  expect(rows[2]?.before).toEqual({ city: 'Oslo' });
  expect(rows[4]?.problems.map(({ code }) => code)).toEqual(['no_contact']);
});
