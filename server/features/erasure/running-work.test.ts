import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { runErasure } from '#server/features/erasure/run-erasure.ts';
import { runImport } from '#server/features/imports/run-import.ts';
import { runUndo } from '#server/features/imports/undo/run-undo.ts';
import { runOperation } from '#server/lead/operations/run.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { beginBulkCall, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { beginErasure, heldTexts } from '#tests/support/erasures.ts';
import { checkGrid } from '#tests/support/grids.ts';
import { holdBatches } from '#tests/support/held-batches.ts';
import { holdImport } from '#tests/support/held-import.ts';
import { accounted, csvFile, leadsOf, postImport, uploadFile } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { queuedFileNamed, queueFiles } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// Nothing that runs, is open or could be undone brings an erased person back. No job runs by itself here.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const EMAIL = 'jane@quill.example';
const PHONE = '+4915112345678';
const MAPPING = { email: 'email', phone: 'phone', name: 'firstName', note: 'note' };

/** Works on an erasure until it has ended; returns how often it had to wait. */
async function run(id: string): Promise<number> {
  for (let waits = 0; ; waits++) {
    if ((await runErasure(app.context, user.user.organizationId, id)) === 'ended') return waits;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const eraseJane = async (): Promise<number> => run(await beginErasure(user, { email: EMAIL }));
const texts = () => heldTexts(app, ['Quillfeather', EMAIL, '15112345678'], user.user.organizationId);
const scope = () => scopeOf(app.context, user.user.organizationId);

async function expectGone(): Promise<void> {
  expect(await texts()).toEqual([]);
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
}

/** 60 rows, of which three are Jane's and one of somebody else mentions her. */
function fileWithJane(): File {
  const rows = Array.from({ length: 60 }, (_, n) => [`lead-${n}@x.example`, '', `Name ${n}`, '']);
  rows[3] = [EMAIL, PHONE, 'Quillfeather', 'Likes tea'];
  rows[40] = ['', PHONE, 'Quillfeather', ''];
  rows[50] = [EMAIL, '12', 'Quillfeather', ''];
  rows[55] = ['lead-55@x.example', '', 'Name 55', `Friend of ${EMAIL}`];
  return csvFile([['email', 'phone', 'name', 'note'], ...rows], 'jane.csv');
}

async function importRecord(): Promise<ImportRecord> {
  return until('the import is listed', async () => (await user.get<ImportRecord[]>('/api/imports')).body[0]);
}

describe('a running import', () => {
  test('goes on without the person, whose rows count as skipped and are reported nowhere', async () => {
    const response = await postImport(user, fileWithJane(), { fieldMapping: MAPPING });
    const { record, release } = await holdImport(app, user);
    expect((await leadsOf(user)).some(({ email }) => email === EMAIL)).toBe(true);
    const id = await beginErasure(user, { email: EMAIL });
    const erased = run(id);
    await release();
    await erased;
    await response.body?.cancel();
    const { body } = await user.get<ImportRecord>(`/api/imports/${record.id}`);
    expect(body).toMatchObject({ status: 'completed', totalRows: 60 });
    expect(accounted(body)).toBe(60);
    await expectGone();
    expect((await leadsOf(user)).length).toBe(57);
  });

  test.each(['create', 'createOrUpdate'])(
    'of mode %s that began before the erasure stores nothing of the person',
    async (mode) => {
      const importMode = mode === 'create' ? { mode } : { mode, matchField: 'email' };
      const response = await postImport(user, fileWithJane(), { fieldMapping: MAPPING, importMode });
      const { id: importId } = await importRecord();
      const id = await beginErasure(user, { phone: PHONE });
      await runErasureOnce(id, 'pending');
      await runImport(app.context.db.locks, scope(), importId, { batchRows: 20 });
      await response.body?.cancel();
      const { body } = await user.get<ImportRecord>(`/api/imports/${importId}`);
      expect(accounted(body)).toBe(60);
      expect((await leadsOf(user)).some(({ phone }) => phone === PHONE)).toBe(false);
      expect(await run(id)).toBe(0);
      expect(JSON.stringify((await user.get(`/api/imports/${importId}/problems`)).body)).not.toContain(PHONE);
      expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    },
  );
});

test('an erasure that waits for an import keeps no one else from the lists', async () => {
  const id = await beginErasure(user, { email: EMAIL });
  const holder = await app.context.db.owner.connect();
  const held = await holdBatches(holder, user.user.organizationId);
  const erased = run(id);
  await until('it waits to begin', held.isWaiting);
  await held.letThrough();
  await until('it waits to erase leads', held.isWaiting);
  await makeLead(user, { email: 'a@x.example' });
  await held.release();
  holder.release();
  expect(await erased).toBe(0);
});

async function runErasureOnce(id: string, outcome: 'ended' | 'pending'): Promise<void> {
  expect(await runErasure(app.context, user.user.organizationId, id)).toBe(outcome);
}

describe('what is open', () => {
  test('an upload with its draft and grid is deleted, also if only an edit holds the person', async () => {
    const { uploadId } = await uploadFile(user, csvFile([['email'], [EMAIL], ['a@x.example']]));
    await checkGrid(user, uploadId, { fieldMapping: { email: 'email' } });
    const { uploadId: edited } = await uploadFile(user, csvFile([['email'], ['b@x.example']]));
    await checkGrid(user, edited, { fieldMapping: { email: 'email' } });
    await call(user, 'PATCH', `/api/import-grids/${edited}`, {
      edits: [{ row: 2, column: 'email', value: EMAIL }],
    });
    const { uploadId: other } = await uploadFile(user, csvFile([['email'], ['c@x.example']]));
    expect(await eraseJane()).toBe(0);
    expect((await user.get(`/api/import-grids/${uploadId}`)).status).toBe(404);
    expect((await postImport(user, uploadId, { fieldMapping: { email: 'email' } })).status).toBe(404);
    await checkGrid(user, other, { fieldMapping: { email: 'email' } });
    await expectGone();
  });

  test('a file in a queue says why it is not imported', async () => {
    await queueFiles(
      user,
      csvFile([['email'], [EMAIL]], 'jane.csv'),
      csvFile([['email'], ['a@x.example']], 'a.csv'),
    );
    expect(await eraseJane()).toBe(0);
    expect(await queuedFileNamed(user, 'jane.csv')).toMatchObject({
      state: 'error',
      failure: { message: expect.stringContaining('held a person who was erased') },
    });
    expect((await queuedFileNamed(user, 'a.csv')).state).not.toBe('error');
    await expectGone();
  });
});

describe('what could be undone', () => {
  async function runBulk(ids: string[], action: Parameters<typeof beginBulkCall>[2]): Promise<string> {
    const { id } = await beginBulkCall(user, { ids }, action);
    await runOperation(app.context.db.locks, scope(), id, {});
    return id;
  }

  test('an operation brings back others alone', async () => {
    const jane = await makeLead(user, { email: EMAIL, phone: PHONE, lastName: 'Quillfeather' });
    const other = await makeLead(user, { email: 'other@x.example' });
    const operation = await runBulk([jane.id, other.id], { type: 'delete' });
    await eraseJane();
    const { status, body } = await call<{ id: string }>(user, 'POST', `/api/leads/bulk/${operation}/undo`);
    expect(status).toBe(201);
    await runOperation(app.context.db.locks, scope(), body.id, {});
    expect((await leadsOf(user)).map(({ email }) => email)).toEqual(['other@x.example']);
    await expectGone();
  });

  test('an edit that gave the email to another lead leaves its email alone', async () => {
    const other = await makeLead(user, { email: EMAIL, city: 'Bonn' });
    await call(user, 'PATCH', `/api/leads/${other.id}`, { email: 'other@x.example' });
    await makeLead(user, { email: EMAIL });
    await eraseJane();
    expect((await leadsOf(user)).map(({ email, city }) => [email, city])).toEqual([
      ['other@x.example', 'Bonn'],
    ]);
    await expectGone();
  });

  test('a merge with the person is undone no more', async () => {
    const kept = await makeLead(user, { email: EMAIL });
    const merged = await makeLead(user, { email: 'jane+1@quill.example' });
    const { body } = await call<Lead & { undoId: string }>(user, 'POST', '/api/duplicates/merge', {
      ...{ keepId: kept.id, leadIds: [merged.id] },
    });
    await eraseJane();
    expect((await call(user, 'POST', `/api/duplicates/merges/${body.undoId}/undo`)).status).toBe(404);
    expect(await leadsOf(user)).toEqual([]);
    await expectGone();
  });

  test('an import that updated the person leaves nothing to put back', async () => {
    await makeLead(user, { email: EMAIL, firstName: 'Quillfeather' });
    await makeLead(user, { email: 'a@x.example', firstName: 'A' });
    const file = csvFile([
      ['email', 'name'],
      [EMAIL, 'Q'],
      ['a@x.example', 'B'],
    ]);
    const importMode = { mode: 'update', matchField: 'email' };
    const plan = { fieldMapping: { email: 'email', name: 'firstName' }, importMode };
    const response = await postImport(user, file, plan);
    const { id: importId } = await importRecord();
    await runImport(app.context.db.locks, scope(), importId);
    await response.body?.cancel();
    await eraseJane();
    expect((await call(user, 'POST', `/api/imports/${importId}/undo`)).status).toBe(200);
    await runUndo(app.context.db.locks, scope(), importId);
    expect((await leadsOf(user)).map(({ firstName }) => firstName)).toEqual(['A']);
    await expectGone();
  });

  test('an operation that runs is waited for', async () => {
    const jane = await makeLead(user, { email: EMAIL });
    const operation = await beginBulkCall(user, { ids: [jane.id] }, { type: 'note', text: `call ${EMAIL}` });
    const id = await beginErasure(user, { email: EMAIL });
    await runErasureOnce(id, 'pending');
    expect((await user.get<{ status: string }>(`/api/erasures/${id}`)).body.status).toBe('running');
    expect((await user.get(`/api/erasures/${id}/certificate`)).status).toBe(409);
    await runOperation(app.context.db.locks, scope(), operation.id, {});
    expect(await run(id)).toBe(0);
    await expectGone();
  });
});

test('two erasures at once redact the same audit entries', async () => {
  const one = await makeLead(user, { email: EMAIL, firstName: 'Quillfeather' });
  const two = await makeLead(user, { email: 'joe@quill.example' });
  await call(user, 'POST', '/api/duplicates/merge', { keepId: one.id, leadIds: [two.id] });
  const ids = [
    await beginErasure(user, { email: EMAIL }),
    await beginErasure(user, { email: 'joe@quill.example' }),
  ];
  await Promise.all(ids.map(run));
  expect(
    await heldTexts(app, ['Quillfeather', EMAIL, 'joe@quill.example'], user.user.organizationId),
  ).toEqual([]);
});
