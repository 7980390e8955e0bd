import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportQueue, QueuedFile } from '#contract/import-queue.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { askForValues, endedQueue, queuedFileNamed, queueFiles } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// Values of queued files: counted in the whole file, answered once for all files, or imported as they are.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  await askForValues(user);
});

/** Returns a file with a lead for each status. */
const statuses = (name: string, ...values: string[]): File =>
  csvFile(
    [['Email', 'Status'], ...values.map((value, n) => [`${name}-${n}@mail.example`, value])],
    `${name}.csv`,
  );

/** Waits until the values of a file are counted, and returns it. */
const counted = (name: string, client = user): Promise<QueuedFile> =>
  until('the values are counted', async () => {
    const file = await queuedFileNamed(client, name);
    return file.state === 'mapping' && !file.counting && file;
  });

const answer = (id: string | undefined, valueMaps: unknown, client = user) =>
  client.post<ImportQueue & { message?: string }>(`/api/import-queue/${id}/values`, { valueMaps });

const storedStatuses = async (): Promise<(string | null)[]> =>
  (await leadsOf(user)).map(({ status }) => status).sort();

test('a file with values that nobody knows waits, and says which, counted in the whole file', async () => {
  await queueFiles(
    user,
    statuses('odd', ...Array.from({ length: 120 }, () => 'Neu'), 'heiß', 'HEISS', 'weg', ''),
  );
  const file = await counted('odd.csv');
  expect(file).toMatchObject({
    ready: false,
    progress: 20,
    openValues: [{ column: 'Status', target: 'status', values: 2, rows: 3 }],
  });
  expect((await answer(file.id, { Status: { heiß: 'qualified', weg: '' } })).status).toBe(200);
  const [ended] = await endedQueue(user);
  expect(ended).toMatchObject({ state: 'completed', openValues: [], stats: { imported: 124 } });
  const stored = await storedStatuses();
  expect([stored.length, new Set(stored)]).toEqual([124, new Set(['new', 'qualified'])]);
});

test('what is answered for one file serves the others that wait, and those that come', async () => {
  await queueFiles(user, statuses('one', 'heiß'), statuses('two', 'HEISS'), statuses('three', 'kalt'));
  const one = await counted('one.csv');
  await counted('two.csv');
  await counted('three.csv');
  const { body } = await answer(one.id, { Status: { heiß: 'qualified' } });
  expect(body.files.map(({ openValues }) => openValues.length)).toEqual([0, 0, 1]);
  await queueFiles(user, statuses('four', 'Heiss'));
  await until('all others are imported', async () => (await storedStatuses()).length === 3);
  expect(await storedStatuses()).toEqual(['qualified', 'qualified', 'qualified']);
  expect(await queuedFileNamed(user, 'three.csv')).toMatchObject({ state: 'mapping', ready: false });
});

test('what a colleague answers in the wizard serves the files that wait, not those of other organizations', async () => {
  const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
  const stranger = await signUp(app.url);
  await askForValues(stranger);
  for (const client of [user, stranger]) {
    await queueFiles(client, statuses('waits', 'heiß'));
    expect((await counted('waits.csv', client)).openValues).toHaveLength(1);
  }
  await importLeads(colleague, statuses('wizard', 'HEISS'), {
    fieldMapping: { Email: 'email', Status: 'status' },
    valueMaps: { Status: { HEISS: 'qualified' } },
  });
  expect((await endedQueue(user))[0]).toMatchObject({ state: 'completed', openValues: [] });
  expect(await storedStatuses()).toEqual(['qualified', 'qualified']);
  expect(await queuedFileNamed(stranger, 'waits.csv')).toMatchObject({ state: 'mapping', ready: false });
});

test('values that nobody knows are imported as they are when the user says so, for a file or for all', async () => {
  const [id] = await queueFiles(user, statuses('one', 'heiß', 'neu'), statuses('two', 'kalt'));
  await counted('one.csv');
  await counted('two.csv');
  const kept = await call<QueuedFile>(user, 'PATCH', `/api/import-queue/${id}`, { keepValues: true });
  expect(kept.body).toMatchObject({ keepValues: true, options: null });
  await until('one is imported', async () => (await queuedFileNamed(user, 'one.csv')).state === 'completed');
  // Recognized values are mapped all the same.
  expect(await storedStatuses()).toEqual(['heiß', 'new']);
  await call(user, 'PATCH', '/api/import-queue', { unknownValues: 'keep' });
  expect((await endedQueue(user))[1]).toMatchObject({
    state: 'completed',
    openValues: [{ values: 1, rows: 1 }],
  });
  expect(await storedStatuses()).toEqual(['heiß', 'kalt', 'new']);
});

test('values that nobody knows are imported as they are unless the user says otherwise', async () => {
  const other = await signUp(app.url);
  await queueFiles(other, statuses('odd', 'heiß'));
  expect((await endedQueue(other))[0]).toMatchObject({
    state: 'completed',
    openValues: [{ values: 1, rows: 1 }],
  });
});

test('countries and yes/no fields are asked for, brands, sources and tags are not', async () => {
  await user.post('/api/custom-fields', { name: 'Opt in', type: 'boolean' });
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  const [id] = await queueFiles(
    user,
    csvFile(
      [
        ['Email', 'Land', 'OK', 'Brand', 'Source', 'Tags'],
        ['a@mail.example', 'Deutschland', 'ja', 'x', 'y', 'p, q'],
        ['b@mail.example', 'Atlantis', 'vielleicht', 'x', 'y', 'q; r'],
      ],
      'kinds.csv',
    ),
  );
  const fieldMapping = {
    Email: 'email',
    Land: 'country',
    OK: 'custom:Opt in',
    Brand: 'brand',
    Source: 'source',
    Tags: 'tags',
  };
  await user.post('/api/import-queue/mapping', { ids: [id], fieldMapping, confirm: true });
  const { openValues } = await until('the values are counted', async () => {
    const file = await queuedFileNamed(user, 'kinds.csv');
    return file.openValues.length > 0 && file;
  });
  expect(openValues).toEqual([
    { column: 'Land', target: 'country', values: 1, rows: 1 },
    { column: 'OK', target: 'custom:Opt in', values: 1, rows: 1 },
  ]);
  const valueMaps = {
    Land: { Atlantis: 'Greece' },
    OK: { vielleicht: 'false' },
    Tags: { q: 'vip', R: '' },
  };
  expect((await answer(id, valueMaps)).status).toBe(200);
  await endedQueue(user);
  expect(await leadsOf(user)).toMatchObject([
    { country: 'Germany', customData: { 'Opt in': true }, tags: ['p', 'vip'] },
    { country: 'Greece', customData: { 'Opt in': false }, tags: ['vip'] },
  ]);
});

describe('remembered answers', () => {
  test('serve an import that says nothing of a column, for the organization alone', async () => {
    const plan = { fieldMapping: { Email: 'email', Status: 'status' } };
    await importLeads(user, statuses('first', 'heiß'), {
      ...plan,
      valueMaps: { Status: { heiß: 'qualified' } },
    });
    const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
    await importLeads(colleague, statuses('second', 'HEISS', 'Neu'), plan);
    // This plan names the column, so nothing is added to its map.
    await importLeads(user, statuses('third', 'heiß'), { ...plan, valueMaps: { Status: { other: 'new' } } });
    expect(await storedStatuses()).toEqual(['Neu', 'heiß', 'qualified', 'qualified']);
    const stranger = await signUp(app.url);
    await importLeads(stranger, statuses('fourth', 'heiß'), plan);
    expect((await leadsOf(stranger)).map(({ status }) => status)).toEqual(['heiß']);
  });

  test('are not frozen in the saved mapping', async () => {
    const plan = { fieldMapping: { Email: 'email', Status: 'status' } };
    await importLeads(user, statuses('a', 'heiß'), { ...plan, valueMaps: { Status: { heiß: 'qualified' } } });
    await importLeads(user, statuses('b', 'heiß'), { ...plan, manualTags: [] });
    const { rows } = await app.context.db.owner.query<{ maps: unknown }>(
      "SELECT plan -> 'valueMaps' AS maps FROM import_plans WHERE organization_id = $1",
      [user.user.organizationId],
    );
    expect(rows).toEqual([{ maps: {} }]);
  });
});

describe('refused are', () => {
  test.each([
    ['a column that the file lacks', { Nope: { a: 'b' } }, 400],
    ['a column without values to map', { Email: { a: 'b' } }, 400],
    ['a map that is none', { Status: 'x' }, 400],
    ['a value that is too long', { Status: { ['x'.repeat(201)]: 'new' } }, 400],
  ])('%s', async (_what, maps, expected) => {
    await queueFiles(user, statuses('odd', 'heiß'));
    const { id } = await counted('odd.csv');
    const { status, body } = await answer(id, maps);
    expect(status).toBe(expected);
    expect(JSON.stringify(body)).toMatch(/Nope|Email|valueMaps/);
  });

  test('answers for a file whose import has started, or that was not sent', async () => {
    const [id] = await queueFiles(user, statuses('fine', 'new'));
    await endedQueue(user);
    expect(await answer(id, { Status: { new: 'x' } })).toMatchObject({
      status: 409,
      body: { message: 'The import of this file has already started' },
    });
    const { body } = await user.post<QueuedFile[]>('/api/import-queue', {
      files: [{ filename: 'later.csv', size: 1 }],
    });
    expect((await answer(body[0]?.id, { Status: {} })).status).toBe(409);
  });

  test('answers of other users, who learn nothing from them', async () => {
    await queueFiles(user, statuses('odd', 'heiß'));
    const { id } = await counted('odd.csv');
    const colleague = await addColleague(app, user, `colleague of ${user.user.username}`);
    for (const other of [colleague, await signUp(app.url)]) {
      expect((await answer(id, { Status: { heiß: 'new' } }, other)).status).toBe(404);
    }
    expect((await counted('odd.csv')).openValues).toHaveLength(1);
    expect((await answer(id, {}, app.anonymous as SignedIn)).status).toBe(401);
  });

  test('a change of nothing', async () => {
    const [id] = await queueFiles(user, statuses('odd', 'heiß'));
    expect((await call(user, 'PATCH', `/api/import-queue/${id}`, {})).status).toBe(400);
    expect((await call(user, 'PATCH', '/api/import-queue', { unknownValues: 'x' })).status).toBe(400);
  });
});

test('a mapping that changes what values mean has them counted again', async () => {
  await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  const [id] = await queueFiles(user, statuses('odd', 'heiß'));
  expect((await counted('odd.csv')).openValues).toHaveLength(1);
  const map = (fieldMapping: Record<string, string>) =>
    user.post('/api/import-queue/mapping', { ids: [id], fieldMapping, confirm: false });
  await map({ Email: 'email', Status: 'city' });
  expect((await counted('odd.csv')).openValues).toEqual([]);
  await map({ Email: 'email', Status: 'country' });
  expect((await counted('odd.csv')).openValues).toMatchObject([{ target: 'country', values: 1 }]);
});
