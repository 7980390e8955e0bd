import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { QueuedFile } from '#contract/import-queue.ts';
import { removeStaleUploads } from '#server/features/housekeeping/housekeeping.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, leadsOf, uploadFile } from '#tests/support/imports.ts';
import {
  announceFiles,
  endedQueue,
  failImport,
  fileOfLead,
  importedFiles,
  leadHolder,
  queuedFileNamed,
  queueFiles,
  queueStates,
} from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// The queue of the Multi-File Import: files that were sent are imported without their page.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

afterEach(() => leads.release());

const NUMBERS = ['one', 'two', 'three', 'four'] as const;

const leads = leadHolder();

describe('the order', () => {
  test('two files are imported at a time, in the order in which they were added', async () => {
    await leads.hold(app, user);
    await queueFiles(user, ...NUMBERS.map((name) => fileOfLead(name)));
    await until('two imports run', async () => (await importedFiles(user)).length === 2);
    expect(await queueStates(user)).toEqual([
      'one.csv importing',
      'two.csv importing',
      'three.csv mapping',
      'four.csv mapping',
    ]);
    const waiting = await queuedFileNamed(user, 'three.csv');
    expect(waiting).toMatchObject({ progress: 40, ready: true, importId: null });
    expect((await queuedFileNamed(user, 'one.csv')).progress).toBe(50);
    await leads.release();

    const ended = await endedQueue(user);
    expect(ended.map(({ state, progress }) => [state, progress])).toEqual(
      NUMBERS.map(() => ['completed', 100]),
    );
    expect(ended[0]?.stats).toMatchObject({ totalRows: 1, imported: 1, duplicates: 0, errors: 0 });
    expect(await importedFiles(user)).toEqual(NUMBERS.map((name) => `${name}.csv`));
    expect(await leadsOf(user)).toHaveLength(4);
  });

  test('a file that is still being sent holds up none of those behind it', async () => {
    const [first] = await announceFiles(user, fileOfLead('one'));
    await queueFiles(user, fileOfLead('two'));
    await until('the second is imported', async () => (await queueStates(user))[1] === 'two.csv completed');
    expect(await queuedFileNamed(user, 'one.csv')).toMatchObject({
      id: first?.id,
      state: 'uploading',
      progress: 0,
      interrupted: false,
    });
  });

  test('the next file starts when an import was cancelled, and when one failed', async () => {
    await leads.hold(app, user);
    await queueFiles(user, ...NUMBERS.map((name) => fileOfLead(name)));
    await until('two imports run', async () => (await importedFiles(user)).length === 2);
    const { importId } = await queuedFileNamed(user, 'one.csv');
    expect((await user.post(`/api/imports/${importId}/cancel`)).status).toBe(200);
    await until('the third import runs', async () => (await importedFiles(user)).length === 3);
    expect((await queueStates(user))[0]).toBe('one.csv cancelled');
    await failImport(app, user, 'two.csv', 'The file is damaged');
    await until('the fourth import runs', async () => (await importedFiles(user)).length === 4);
    expect((await queuedFileNamed(user, 'two.csv')).failure).toEqual({
      title: 'Import failed',
      message: 'The file is damaged',
      final: false,
    });
    await leads.release();
    await endedQueue(user);
  });

  test('two servers import each file once', async () => {
    const second = await startTestApp({ urls: app.context.db.urls });
    const names = Array.from({ length: 12 }, (_, n) => `file-${n}`);
    await queueFiles(user, ...names.map((name) => fileOfLead(name)));
    await endedQueue(user);
    expect((await importedFiles(user)).sort()).toEqual(names.map((name) => `${name}.csv`).sort());
    expect(await leadsOf(user)).toHaveLength(12);
    await second.close();
  });
});

describe('a file', () => {
  test('names its columns that are not imported, before and after', async () => {
    await leads.hold(app, user);
    const columns = ['Email', 'Fax', 'Pager'];
    await queueFiles(user, ...NUMBERS.slice(0, 3).map((name) => fileOfLead(name, columns)));
    const before = await queuedFileNamed(user, 'three.csv');
    expect(before).toMatchObject({ state: 'mapping', leftOut: { names: ['Fax', 'Pager'], count: 2 } });
    await leads.release();
    const [after] = await endedQueue(user);
    expect(after).toMatchObject({ state: 'completed', leftOut: { names: ['Fax', 'Pager'], count: 2 } });
  });

  test('whose content was imported before names that import', async () => {
    await queueFiles(user, fileOfLead('one'));
    const [first] = await endedQueue(user);
    await queueFiles(
      user,
      csvFile(
        [
          ['Email', 'Fax'],
          ['one@mail.example', '1'],
        ],
        'again.csv',
      ),
    );
    const [, again] = await endedQueue(user);
    expect([first?.earlierImportId, again?.earlierImportId]).toEqual([null, first?.importId]);
    expect(again?.stats).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test('of which no column is known fails, and is imported once it is mapped and tried again', async () => {
    const [id = ''] = await queueFiles(user, csvFile([['Foo'], ['<ada@mail.example>']], 'foo.csv'));
    const [failed] = await endedQueue(user);
    expect(failed).toMatchObject({ state: 'error', progress: 40, failure: { title: 'Import failed' } });
    expect(failed?.failure?.message).toMatch(/^None of its columns could be matched to a lead field/);
    await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
    expect((await user.post(`/api/import-queue/${id}/retry`)).status).toBe(200);
    await user.post('/api/import-queue/mapping', {
      ids: [id],
      fieldMapping: { Foo: 'email' },
      confirm: true,
    });
    expect((await endedQueue(user))[0]).toMatchObject({ state: 'completed', failure: null });
  });

  test('has its names split as the wizard does', async () => {
    await queueFiles(
      user,
      csvFile(
        [
          ['Name', 'Email'],
          ['Ada Byron', 'ada@mail.example'],
        ],
        'names.csv',
      ),
    );
    expect((await endedQueue(user))[0]?.leftOut.count).toBe(0);
    expect((await leadsOf(user))[0]).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
  });

  test('that could not be sent says so, and can be sent again', async () => {
    const [announced] = await announceFiles(user, fileOfLead('one'));
    const path = `/api/import-queue/${announced?.id}`;
    const { body } = await user.post<QueuedFile>(`${path}/upload-failed`, { message: 'Network error' });
    expect(body).toMatchObject({
      state: 'error',
      progress: 0,
      failure: { title: 'Upload failed', message: 'Network error', final: false },
    });
    expect((await user.post<QueuedFile>(`${path}/retry`)).body).toMatchObject({
      state: 'uploading',
      interrupted: true,
    });
    const { uploadId } = await uploadFile(user, fileOfLead('one'));
    await user.post(`${path}/upload`, { uploadId });
    expect((await endedQueue(user))[0]?.state).toBe('completed');
  });

  test('whose page was closed while it was sent is interrupted until a page sends it', async () => {
    const [announced] = await announceFiles(user, fileOfLead('one'));
    const ids = [announced?.id];
    const say = (sending: boolean) => user.post('/api/import-queue/sending', { ids, sending });
    expect((await say(false)).body).toEqual({ ids });
    expect((await queuedFileNamed(user, 'one.csv')).interrupted).toBe(true);
    await say(true);
    expect((await queuedFileNamed(user, 'one.csv')).interrupted).toBe(false);
    await app.context.db.owner.query("UPDATE import_queue SET sending_until = now() - interval '1 second'");
    expect((await queuedFileNamed(user, 'one.csv')).interrupted).toBe(true);
  });

  test('larger than 100 MB is refused before anything of it is sent', async () => {
    const files = [{ filename: 'large.csv', size: 100 * 1024 * 1024 + 1 }];
    const { body } = await user.post<QueuedFile[]>('/api/import-queue', { files });
    expect(body[0]).toMatchObject({
      state: 'error',
      failure: { title: 'Upload failed', message: /larger than 100 MB/, final: true },
    });
    expect((await user.post(`/api/import-queue/${body[0]?.id}/retry`)).status).toBe(409);
  });
});

test('files that are finished and files that wait are removed together', async () => {
  await queueFiles(user, fileOfLead('one'));
  await endedQueue(user);
  await leads.hold(app, user);
  await queueFiles(user, ...NUMBERS.map((name) => fileOfLead(name)));
  await announceFiles(user, fileOfLead('five'));
  await until('two imports run', async () => (await importedFiles(user)).length === 3);
  const clear = async (files: string) =>
    (await user.post<{ removed: number }>('/api/import-queue/clear', { files })).body.removed;
  expect(await clear('waiting')).toBe(3);
  expect(await clear('finished')).toBe(1);
  expect(await queueStates(user)).toEqual(['one.csv importing', 'two.csv importing']);
  await leads.release();
  await endedQueue(user);
});

test('every change is told to the open pages', async () => {
  const seen: string[] = [];
  const forget = app.context.notices.onChange(user.user.organizationId, ({ type }) => seen.push(type));
  const told = () => until('a change was told', () => seen.includes('queue'));
  await announceFiles(user, fileOfLead('one'));
  await told();
  seen.length = 0;
  await user.post('/api/import-queue/clear', { files: 'waiting' });
  await told();
  forget();
});

test('a file that waits is kept for a week, whatever becomes of other uploads', async () => {
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  await queueFiles(user, fileOfLead('young'), fileOfLead('old'));
  const { owner } = app.context.db;
  const age = 'created_at = now() - $2::interval WHERE organization_id = $1';
  const organization = user.user.organizationId;
  await owner.query(`UPDATE uploads SET ${age}`, [organization, '6 days']);
  await owner.query(`UPDATE import_queue SET ${age} AND filename = 'old.csv'`, [organization, '8 days']);
  await removeStaleUploads(owner);
  expect(await queueStates(user)).toEqual(['young.csv mapping']);
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'each' });
  await endedQueue(user);
  expect(await leadsOf(user)).toHaveLength(1);
});
