import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QueueSettings } from '#contract/import-queue.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeGridBy, checkGrid, gridOf } from '#tests/support/grids.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

/** An invalid email with a valid phone twice, with an invalid phone, without one, and with a repeated phone. */
const FILE = csvFile([
  ['email', 'phone'],
  ['ada@', '+12015550101'],
  ['alan@mail.example', '+12015550102'],
  ['grace@', '12'],
  ['kurt@', ''],
  ['emmy@', '+12015550102'],
]);
const fieldMapping = { email: 'email', phone: 'phone' };
const dropping = { fieldMapping, options: { dropInvalidEmails: true } };

test('rows with an invalid email and a valid phone are imported without the email if the option is on', async () => {
  const { uploadId } = await uploadFile(user, FILE);
  expect(await checkGrid(user, uploadId, { fieldMapping })).toMatchObject({
    imported: 1,
    errors: 4,
    emailsToDrop: 2,
  });
  expect(await checkGrid(user, uploadId, dropping)).toMatchObject({
    imported: 2,
    errors: 2,
    duplicatesInFile: 1,
    warnings: 1,
    emailsToDrop: 2,
  });
  const { body } = await user.post<{ rows: unknown[] }>('/api/imports/preview', { ...dropping, uploadId });
  expect(body.rows[0]).toMatchObject({
    outcome: { kind: 'new' },
    problems: [{ severity: 'warning', code: 'dropped_email', column: 'email', value: 'ada@' }],
  });
  const { stats } = await importLeads(user, uploadId, dropping);
  expect(stats).toMatchObject({ imported: 2, duplicates: 1, errors: 2 });
  expect(await leadsOf(user)).toMatchObject([
    { email: null, phone: '+12015550101' },
    { email: 'alan@mail.example' },
  ]);
});

test('a phone changed in the grid decides about the email again', async () => {
  const { uploadId } = await uploadFile(user, FILE);
  await checkGrid(user, uploadId, dropping);
  const change = { column: 'phone', match: 'part', find: '+12015550101', replacement: '12' };
  await changeGridBy(user, uploadId, 'replace', change);
  expect((await gridOf(user, uploadId)).totals).toMatchObject({ imported: 1, errors: 3 });
});

test('an update by email keeps the error, since nothing else finds the lead', async () => {
  const { uploadId } = await uploadFile(user, FILE);
  const update = { ...dropping, importMode: { mode: 'update' as const, matchField: 'email' as const } };
  expect(await checkGrid(user, uploadId, update)).toMatchObject({ errors: 4, emailsToDrop: 0 });
});

test('the queue keeps the option for its files', async () => {
  const options = { dropInvalidEmails: true };
  const { body } = await user
    .send('/api/import-queue', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ options }),
    })
    .then(async (response) => ({ body: (await response.json()) as QueueSettings }));
  expect(body.options).toMatchObject(options);
});
