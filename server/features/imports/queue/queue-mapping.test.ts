import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportQueue, QueuedFile } from '#contract/import-queue.ts';
import type { ImportRecord } from '#contract/imports.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { endedQueue, queuedFileNamed, queueFiles, queueOf } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';

// Options and mapping of queued files: for all, for some, for one.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

/** Returns a file with one lead. */
function leadFile(name: string, columns = ['Email', 'Fax']): File {
  return csvFile([columns, [`${name}@mail.example`, '1'].slice(0, columns.length)], `${name}.csv`);
}

const historyOf = async (): Promise<string[]> =>
  (await user.get<ImportRecord[]>('/api/imports')).body.map(({ filename }) => filename).reverse();

describe('the options', () => {
  const PHONES = csvFile(
    [
      ['Email', 'Phone'],
      ['ada@mail.example', '(201) 555-0101'],
    ],
    'phones.csv',
  );
  const OPTIONS = { defaultCountry: 'US', manualTags: ['autumn'] };

  test('of the queue serve all files', async () => {
    const { status } = await call(user, 'PATCH', '/api/import-queue', { options: OPTIONS });
    expect(status).toBe(200);
    await queueFiles(user, PHONES);
    await endedQueue(user);
    expect((await leadsOf(user))[0]).toMatchObject({ phone: '+12015550101', tags: ['autumn'] });
  });

  test('of one file take the place of those of the queue', async () => {
    await call(user, 'PATCH', '/api/import-queue', { mapping: 'one', options: OPTIONS });
    const [id = ''] = await queueFiles(user, PHONES);
    const own = { ...OPTIONS, manualTags: ['own'] };
    const changed = await call<QueuedFile>(user, 'PATCH', `/api/import-queue/${id}`, { options: own });
    expect(changed.body.options).toMatchObject(own);
    await call(user, 'PATCH', '/api/import-queue', { mapping: 'each' });
    await endedQueue(user);
    expect((await leadsOf(user))[0]).toMatchObject({ phone: '+12015550101', tags: ['own'] });
    expect((await call(user, 'PATCH', `/api/import-queue/${id}`, { options: null })).status).toBe(409);
  });

  test('update leads found by their Lead ID', async () => {
    await queueFiles(user, leadFile('one'));
    await endedQueue(user);
    const [lead] = await leadsOf(user);
    const options = { importMode: { mode: 'update', matchField: 'id' } };
    await call(user, 'PATCH', '/api/import-queue', { options });
    await queueFiles(
      user,
      csvFile(
        [
          ['Lead ID', 'City'],
          [lead?.id ?? '', 'Brno'],
        ],
        'cities.csv',
      ),
    );
    const ended = await endedQueue(user);
    expect(ended[1]).toMatchObject({ state: 'completed', stats: { updated: 1 } });
    expect((await leadsOf(user))[0]?.city).toBe('Brno');
  });

  test('that a file cannot serve fail it with the reason', async () => {
    const options = { importMode: { mode: 'update', matchField: 'phone' } };
    await call(user, 'PATCH', '/api/import-queue', { options });
    await queueFiles(user, leadFile('one'));
    expect((await endedQueue(user))[0]?.failure?.message).toBe('Map a column to Phone to match leads by it');
  });
});

describe('the mapping', () => {
  beforeEach(async () => {
    await call(user, 'PATCH', '/api/import-queue', { mapping: 'one' });
  });

  const contacts = (name: string, columns = ['Contact', 'Place']): File =>
    csvFile([columns, [`${name}@mail.example`, 'Brno', 'x'].slice(0, columns.length)], `${name}.csv`);

  const map = (
    ids: readonly string[],
    confirm = true,
    fieldMapping: Record<string, string> = { Contact: 'email', Place: 'city' },
  ) => user.post<ImportQueue>('/api/import-queue/mapping', { ids, fieldMapping, confirm });

  test('is made once for all files with the same columns, those sent later among them', async () => {
    const ids = await queueFiles(user, contacts('one'), contacts('two', ['PLACE ', 'Contact']));
    const [one, two] = (await queueOf(user)).files;
    expect(one).toMatchObject({ state: 'mapping', progress: 20, ready: false });
    expect(two?.group).toBe(one?.group);
    const mapped = await map(ids);
    expect(mapped.body.files.map(({ missing }) => missing)).toEqual([[], []]);
    await endedQueue(user);
    await queueFiles(user, contacts('three'));
    await endedQueue(user);
    expect((await leadsOf(user)).filter(({ email }) => email === 'three@mail.example')).toHaveLength(1);
  });

  test('is found by name in files with other columns, and files with none of them wait', async () => {
    const ids = await queueFiles(
      user,
      contacts('full', ['Contact', 'Place', 'Number']),
      contacts('part', [' CONTACT ', 'Extra']),
      contacts('none', ['Foo', 'Bar']),
    );
    await map(ids);
    await until('the others are imported', async () => (await historyOf()).length === 2);
    const part = await queuedFileNamed(user, 'part.csv');
    expect(part).toMatchObject({ missing: ['Place'], leftOut: { names: ['Extra'] } });
    expect(await queuedFileNamed(user, 'none.csv')).toMatchObject({ state: 'mapping', ready: false });
  });

  test('is kept as edited, and withdrawn for files to come', async () => {
    const [id = ''] = await queueFiles(user, contacts('one'));
    await map([id], false, { Contact: 'email', Place: 'address' });
    const { body } = await user.get<{ plan: unknown }>(`/api/import-queue/${id}`);
    expect(body.plan).toMatchObject({
      fieldMapping: { Contact: 'email', Place: 'address' },
      nameSplitConfig: null,
    });
    expect((await queuedFileNamed(user, 'one.csv')).ready).toBe(false);
    await map([id]);
    await endedQueue(user);
    expect((await user.post('/api/import-queue/mapping/reopen', { id })).status).toBe(200);
    const [later = ''] = await queueFiles(user, contacts('two'), contacts('three', ['Place', 'Mail']));
    expect(await queuedFileNamed(user, 'two.csv')).toMatchObject({ ready: false, mapped: 2 });
    // Columns that the user mapped in other files are found by name; the rest is automatic.
    expect(await queuedFileNamed(user, 'three.csv')).toMatchObject({ ready: false, mapped: 2 });
    await map([later]);
    await until('it is imported', async () => (await queuedFileNamed(user, 'two.csv')).state === 'completed');
  });

  test('takes over none that a user confirmed in the wizard', async () => {
    const [id = ''] = await queueFiles(user, contacts('one'));
    await map([id]);
    await endedQueue(user);
    const body = new FormData();
    const { uploadId } = await uploadFile(user, contacts('two'));
    body.append('uploadId', uploadId);
    body.append('fieldMapping', JSON.stringify({ Contact: 'email', Place: 'address' }));
    body.append('manualTags', '[]');
    await (await user.send('/api/import-stream', { method: 'POST', body })).text();
    await queueFiles(user, contacts('three'));
    await endedQueue(user);
    const { rememberedMapping } = await uploadFile(user, contacts('four'));
    expect(rememberedMapping?.fieldMapping).toEqual({ Contact: 'email', Place: 'address' });
  });

  test('keeps the columns that column tools add, in files with the same columns and with others', async () => {
    // The wizard's tools are remembered for these columns.
    await importLeads(user, contacts('zero', ['Contact', 'Place', 'Full Name']), {
      fieldMapping: { Contact: 'email', Town: 'city', Origin: 'source' },
      columnTools: [
        { tool: 'split', column: 'Place', separator: '/', into: ['Town', 'Land'] },
        { tool: 'constant', into: 'Origin', value: 'fair' },
      ],
      manualTags: [],
    });
    const place = (name: string, columns: string[]): File =>
      csvFile([columns, [`${name}@mail.example`, 'Wien/AT', 'x'].slice(0, columns.length)], `${name}.csv`);
    const ids = await queueFiles(
      user,
      place('same', ['Contact', 'PLACE', 'Full Name']),
      place('other', ['CONTACT', 'place']),
      place('none', ['Foo', 'Bar']),
    );
    const [id = ''] = ids;
    const { body } = await user.get<OpenedFile>(`/api/import-queue/${id}`);
    expect(body.plan.fieldMapping).toEqual({ Contact: 'email', Town: 'city', Origin: 'source' });
    expect(body.plan.columnTools).toMatchObject([{ column: 'PLACE' }, { into: 'Origin' }]);
    const fieldMapping = { Contact: 'email', Town: 'city', Origin: 'source', Land: 'country' };
    const mapped = await user.post<ImportQueue>('/api/import-queue/mapping', {
      ids,
      fieldMapping,
      confirm: true,
    });
    expect(mapped.body.files.map(({ missing }) => missing)).toEqual([[], [], []]);
    await until('both are imported', async () => (await historyOf()).length === 3);
    await until('both have ended', async () =>
      (await queueOf(user)).files.slice(0, 2).every(({ state }) => state === 'completed'),
    );
    // A constant is nothing of the file.
    expect(await queuedFileNamed(user, 'none.csv')).toMatchObject({ state: 'mapping', confirmed: false });
    const leads = (await leadsOf(user)).filter(({ email }) => !email?.startsWith('zero'));
    expect(leads.map(({ city, source, country }) => [city, source, country])).toEqual([
      ['Wien', 'fair', 'Austria'],
      ['Wien', 'fair', 'Austria'],
    ]);
    expect((await queuedFileNamed(user, 'same.csv')).leftOut.names).toEqual(['Full Name']);
  });

  test('is not stored for columns without a header, and ends the draft of the file', async () => {
    const file = csvFile(
      [
        ['ada@mail.example', '+12015550101'],
        ['kurt@mail.example', '+12015550102'],
      ],
      'bare.csv',
    );
    const announced = await user.post<{ id: string }[]>('/api/import-queue', {
      files: [{ filename: file.name, size: file.size }],
    });
    const { uploadId, headerRow } = await uploadFile(user, file);
    expect(headerRow).toBe(0);
    const plan = { fieldMapping: { 'Column 1': 'email' } };
    await user.post('/api/import-drafts', { uploadId, plan, step: 'map' });
    const [id] = announced.body.map((one) => one.id);
    await user.post(`/api/import-queue/${id}/upload`, { uploadId });
    expect(await map([id ?? ''], true, { 'Column 1': 'email', 'Column 2': 'phone' })).toMatchObject({
      status: 200,
    });
    const [ended] = await endedQueue(user);
    expect(ended).toMatchObject({ state: 'completed', stats: { imported: 2 } });
    const { rows } = await app.context.db.owner.query<{ plans: number; headerRow: string }>(
      `SELECT (SELECT count(*)::int FROM import_plans WHERE organization_id = $1) AS plans,
         plan -> 'options' ->> 'headerRow' AS "headerRow" FROM imports WHERE organization_id = $1`,
      [user.user.organizationId],
    );
    expect(rows).toEqual([{ plans: 0, headerRow: '0' }]);
    expect((await user.get<unknown[]>('/api/import-drafts')).body).toEqual([]);
  });

  test('must name fields that exist', async () => {
    const ids = await queueFiles(user, contacts('one'));
    const { status, body } = await map(ids, true, { Contact: 'email', Place: 'noSuchField' });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message: 'There is no lead field "noSuchField" to import into' }),
    ]);
    expect((await queuedFileNamed(user, 'one.csv')).ready).toBe(false);
    expect((await map(['00000000-0000-7000-8000-000000000000'])).status).toBe(404);
  });
});
