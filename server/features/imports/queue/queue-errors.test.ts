import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { uploadFile } from '#tests/support/imports.ts';
import {
  announceFiles,
  endedQueue,
  fileOfLead,
  importedFiles,
  leadHolder,
  queueFiles,
  queueOf,
  queueStates,
} from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// Errors of the queue, and its isolation from other users.

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

const leads = leadHolder();

describe('refused', () => {
  test.each([
    ['a file of another kind', { files: [{ filename: 'notes.txt', size: 1 }] }],
    ['a file without a name', { files: [{ filename: '', size: 1 }] }],
    ['no file', { files: [] }],
    ['an unknown member', { files: [{ filename: 'a.csv', size: 1, path: '/' }] }],
    ['too many files', { files: Array.from({ length: 501 }, () => ({ filename: 'a.csv', size: 1 })) }],
  ])('%s', async (_name, body) => {
    expect((await user.post('/api/import-queue', body)).status).toBe(400);
  });

  test('more files than the queue holds, however they arrive', async () => {
    const files = Array.from({ length: 250 }, (_, n) => ({ filename: `${n}.csv`, size: 1 }));
    const statuses = await Promise.all([1, 2, 3].map(() => user.post('/api/import-queue', { files })));
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    const one = { files: [{ filename: 'one.csv', size: 1 }] };
    expect(await user.post('/api/import-queue', one)).toMatchObject({
      status: 409,
      body: { message: 'The queue holds 500 files. Remove finished ones first.' },
    });
    await user.post('/api/import-queue/clear', { files: 'waiting' });
    expect((await user.post('/api/import-queue', one)).status).toBe(201);
  });

  test('an upload that does not exist, is in the queue already or belongs to a file that has one', async () => {
    await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
    const [first, second] = await announceFiles(user, fileOfLead('one'), fileOfLead('two'));
    const attach = (id: string | undefined, uploadId: string) =>
      user.post(`/api/import-queue/${id}/upload`, { uploadId });
    expect((await attach(first?.id, first?.id ?? '')).status).toBe(404);
    const { uploadId } = await uploadFile(user, fileOfLead('one'));
    const statuses = [];
    for (const id of [first?.id, first?.id, second?.id]) statuses.push((await attach(id, uploadId)).status);
    expect(statuses).toEqual([200, 200, 409]);
    const other = await uploadFile(user, fileOfLead('three'));
    expect((await attach(first?.id, other.uploadId)).status).toBe(409);
  });

  test('the removal of a file while it is imported, and trying again one that has not failed', async () => {
    await leads.hold(app, user);
    const [id] = await queueFiles(user, fileOfLead('one'));
    await until('the import runs', async () => (await importedFiles(user)).length === 1);
    expect((await call(user, 'DELETE', `/api/import-queue/${id}`)).body).toMatchObject({
      message: 'This file is being imported. Cancel its import first.',
    });
    expect((await user.post(`/api/import-queue/${id}/retry`)).status).toBe(409);
    await leads.release();
    await endedQueue(user);
    expect((await call(user, 'DELETE', `/api/import-queue/${id}`)).status).toBe(200);
    expect((await call(user, 'DELETE', `/api/import-queue/${id}`)).status).toBe(404);
    expect(await importedFiles(user)).toEqual(['one.csv']);
  });
});

test('nobody else sees a queue, or changes it', async () => {
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  const [id] = await queueFiles(user, fileOfLead('one'));
  const { uploadId } = await uploadFile(user, fileOfLead('two'));
  const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
  for (const other of [colleague, await signUp(app.url)]) {
    expect(await queueOf(other)).toMatchObject({ files: [], settings: { mapping: 'each' } });
    const path = `/api/import-queue/${id}`;
    const tried = [
      await other.get(path),
      await call(other, 'PATCH', path, { options: null }),
      await call(other, 'DELETE', path),
      await other.post(`${path}/retry`),
      await other.post(`${path}/upload`, { uploadId }),
      await other.post(`${path}/upload-failed`, { message: 'x' }),
      await other.post('/api/import-queue/mapping', { ids: [id], fieldMapping: {}, confirm: true }),
      await other.post('/api/import-queue/mapping/reopen', { id }),
    ];
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404));
    expect((await other.post('/api/import-queue/sending', { ids: [id], sending: false })).body).toEqual({
      ids: [],
    });
    await other.post('/api/import-queue/clear', { files: 'waiting' });
  }
  expect(await queueStates(user)).toEqual(['one.csv mapping']);
});

test.each([
  ['removed', (id: string) => call(user, 'DELETE', `/api/import-queue/${id}`)],
  ['cleared', () => user.post('/api/import-queue/clear', { files: 'waiting' })],
  ['reopened', (id: string) => user.post('/api/import-queue/mapping/reopen', { id })],
])('no setting that is saved at this moment is lost while a file is %s', async (_what, change) => {
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  const [first = '', second = ''] = await queueFiles(user, fileOfLead('one'), fileOfLead('two'));
  expect((await queueOf(user)).settings.sampleId).toBe(first);
  // Stands for a request that changes the settings and holds the lock of the queue meanwhile.
  const other = await app.context.db.owner.connect();
  await other.query('BEGIN');
  const key = `import-queue:${user.user.id}`;
  await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const changing = change(first);
  await until('the change waits', async () => {
    const { rows } = await app.context.db.owner.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  });
  await other.query(
    `UPDATE user_preferences SET value = value || $2::jsonb WHERE user_id = $1 AND key = 'import-queue'`,
    [user.user.id, JSON.stringify({ unknownValues: 'keep', sampleId: second })],
  );
  await other.query('COMMIT');
  other.release();
  expect((await changing).status).toBe(200);
  expect((await queueOf(user)).settings).toMatchObject({ mapping: 'one', unknownValues: 'keep' });
});
