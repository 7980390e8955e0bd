import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeadNote } from '#contract/leads.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  checkUpload,
  csvFile,
  importLeads,
  leadsOf,
  type PlanFields,
  uploadFile,
} from '#tests/support/imports.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { importDetail, undoneImport } from '#tests/support/undo.ts';

// Columns that an import keeps as a note on the lead, and what its undo makes of them.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

// Every note is searched with its lead, and none that is gone.
afterEach(async () => expect(await wrongSearches(app, user.user.organizationId)).toEqual([]));

const MAPPING = { Mail: 'email', City: 'city', Hobby: 'note', Remark: 'note' };
const CREATE: PlanFields = { fieldMapping: MAPPING };
const UPDATE: PlanFields = { ...CREATE, importMode: { mode: 'update', matchField: 'email' } };
const HEADER = ['Remark', 'Mail', 'City', 'Hobby'];

async function notesOf(email: string): Promise<LeadNote[]> {
  const lead = (await leadsOf(user)).find((one) => one.email === email);
  return lead === undefined ? [] : notesById(lead.id);
}

const notesById = async (id: string): Promise<LeadNote[]> =>
  (await user.get<LeadNote[]>(`/api/leads/${id}/notes`)).body;

describe('an import that creates leads', () => {
  test('adds one note to each, in the order of the columns, and none to duplicates', async () => {
    await makeLead(user, { email: 'known@notes.example' });
    const { stats } = await importLeads(
      user,
      csvFile([
        HEADER,
        ['likes tea', 'ada@notes.example', 'London', 'Math'],
        ['', 'bob@notes.example', '', ' Chess '],
        ['', 'eve@notes.example', '', ''],
        ['twice', 'ADA@notes.example', '', ''],
        ['again', 'known@notes.example', '', ''],
        ['broken', 'nobody', '', ''],
      ]),
      CREATE,
    );
    expect(stats).toMatchObject({ imported: 3, duplicates: 2, errors: 1 });
    expect(await notesOf('ada@notes.example')).toMatchObject([
      { text: 'Remark: likes tea\nHobby: Math', createdBy: user.user.username },
    ]);
    expect((await notesOf('bob@notes.example')).map(({ text }) => text)).toEqual(['Hobby: Chess']);
    expect(await notesOf('eve@notes.example')).toEqual([]);
    expect(await notesOf('known@notes.example')).toEqual([]);
  });

  test('puts its leads into the bin with their notes when it is undone, and keeps those with a note since', async () => {
    const { importId } = await importLeads(
      user,
      csvFile([HEADER, ['a', 'ada@notes.example', '', ''], ['b', 'bob@notes.example', '', '']]),
      CREATE,
    );
    const [ada, bob] = await leadsOf(user);
    await user.post(`/api/leads/${bob?.id}/notes`, { text: 'called' });
    expect(await undoneImport(user, importId)).toMatchObject({ total: 2, undone: 1, kept: 1 });
    expect((await importDetail(user, importId)).firstKept).toMatchObject([
      { leadId: bob?.id, reason: 'edited' },
    ]);
    expect((await notesById(ada?.id ?? '')).map(({ text }) => text)).toEqual(['Remark: a']);
    await user.post(`/api/leads/${ada?.id}/restore`);
    expect((await notesOf('ada@notes.example')).map(({ text }) => text)).toEqual(['Remark: a']);
  });

  test('adds every note of a batch of long ones', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => [
      `${n} ${'ü'.repeat(5_000)}`,
      `lead-${n}@notes.example`,
      '',
      '',
    ]);
    await importLeads(user, csvFile([HEADER, ...rows]), CREATE);
    const { rows: stored } = await app.context.db.owner.query(
      `SELECT count(*)::int AS notes, min(length(text)) AS shortest FROM lead_notes WHERE organization_id = $1`,
      [user.user.organizationId],
    );
    expect(stored).toEqual([{ notes: 300, shortest: 'Remark: 0 '.length + 5_000 }]);
  });

  test('cuts a note that is too long and warns of it', async () => {
    const { importId } = await importLeads(
      user,
      csvFile([HEADER, ['x'.repeat(NOTE_MAX), 'ada@notes.example', '', 'Math']]),
      CREATE,
    );
    expect((await notesOf('ada@notes.example'))[0]?.text).toHaveLength(NOTE_MAX);
    const { firstProblems } = await importDetail(user, importId);
    expect(firstProblems).toMatchObject([{ row: 2, outcome: 'warning', problems: [{ code: 'note_cut' }] }]);
  });
});

describe('an import that updates leads', () => {
  const rows = [
    HEADER,
    ['moved', 'ada@notes.example', 'Paris', ''],
    ['same', 'bob@notes.example', 'Rome', ''],
    ['', 'eve@notes.example', 'Bern', ''],
    ['lost', 'none@notes.example', 'Oslo', ''],
  ];

  beforeEach(async () => {
    await makeLead(user, { email: 'ada@notes.example', city: 'London' });
    await makeLead(user, { email: 'bob@notes.example', city: 'Rome' });
    await makeLead(user, { email: 'eve@notes.example', city: 'Bern' });
  });

  test('adds notes to the leads it matches, also where nothing else changes, as the check says', async () => {
    const { uploadId } = await uploadFile(user, csvFile(rows));
    expect((await checkUpload(user, uploadId, UPDATE)).at(-1)).toMatchObject({
      forecast: { updated: 2, skipped: 2 },
    });
    const { stats } = await importLeads(user, uploadId, UPDATE);
    expect(stats).toMatchObject({ updated: 2, skipped: 2 });
    expect((await notesOf('ada@notes.example')).map(({ text }) => text)).toEqual(['Remark: moved']);
    expect((await notesOf('bob@notes.example')).map(({ text }) => text)).toEqual(['Remark: same']);
    expect(await notesOf('eve@notes.example')).toEqual([]);
  });

  test('takes its notes back when it is undone, except from leads that changed since', async () => {
    const { importId } = await importLeads(
      user,
      csvFile([...rows, ['b', 'eve@notes.example', 'Kyiv', '']]),
      UPDATE,
    );
    const eve = (await leadsOf(user)).find(({ email }) => email === 'eve@notes.example');
    await user.post(`/api/leads/${eve?.id}/notes`, { text: 'called' });
    expect(await undoneImport(user, importId)).toMatchObject({ status: 'completed', undone: 1, kept: 1 });
    expect((await leadsOf(user)).map(({ city }) => city)).toEqual(['London', 'Rome', 'Kyiv']);
    expect(await notesOf('ada@notes.example')).toEqual([]);
    expect(await notesOf('bob@notes.example')).toEqual([]);
    expect((await notesOf('eve@notes.example')).map(({ text }) => text).sort()).toEqual([
      'Remark: b',
      'called',
    ]);
  });
});

test('an undone import that created and updated leaves the notes of what it created in the bin', async () => {
  await makeLead(user, { email: 'ada@notes.example', city: 'London' });
  const rows = [
    HEADER,
    ['moved', 'ada@notes.example', 'Paris', ''],
    ['new', 'bob@notes.example', 'Rome', ''],
  ];
  const importMode = { mode: 'createOrUpdate', matchField: 'email' };
  const { importId } = await importLeads(user, csvFile(rows), { ...CREATE, importMode });
  const bob = (await leadsOf(user)).find(({ email }) => email === 'bob@notes.example');
  expect(await undoneImport(user, importId)).toMatchObject({ status: 'completed', undone: 2, kept: 0 });
  expect(await notesOf('ada@notes.example')).toEqual([]);
  expect((await notesById(bob?.id ?? '')).map(({ text }) => text)).toEqual(['Remark: new']);
});

test('a column can feed the note or a field, and other targets still take one column', async () => {
  const { uploadId } = await uploadFile(
    user,
    csvFile([
      ['a', 'b', 'c'],
      ['x@notes.example', 'y', 'z'],
    ]),
  );
  const preview = (fieldMapping: Record<string, string>) =>
    user.post<{ rows: { values: Record<string, string> }[] }>('/api/imports/preview', {
      uploadId,
      fieldMapping,
    });
  const { body } = await preview({ a: 'email', b: 'note', c: 'note' });
  expect(body.rows[0]?.values).toEqual({ email: 'x@notes.example', note: 'b: y\nc: z' });
  expect((await preview({ a: 'email', b: 'city', c: 'city' })).status).toBe(400);
  expect((await preview({ a: 'email', b: 'notes' })).status).toBe(400);
});
