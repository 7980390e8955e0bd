import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, gridOf } from '#tests/support/grids.ts';
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

const fieldMapping = { email: 'email', amount: 'depositAmount' };

const fileOf = (...amounts: string[]) =>
  csvFile([
    ['email', 'amount', 'money'],
    ...amounts.map((amount, n) => [`lead-${n}@mail.example`, amount, 'CHF']),
  ]);

const stored = async () =>
  (await leadsOf(user)).map(({ depositAmount, currency }) => [depositAmount, currency]);

test.each([
  ['the only currency of the amounts', ['€ 12,50', '7', '', 'EUR 3'], ['EUR', 'EUR', null, 'EUR']],
  ['no ambiguous sign', ['$ 12.50', '$7'], [null, null]],
  ['none of several', ['€ 12.50', '£7', '9'], [null, null, null]],
  ['none of a known and an ambiguous one', ['€ 12.50', '$7'], [null, null]],
])('an import stores %s', async (_case, amounts, currencies) => {
  await importLeads(user, fileOf(...amounts), { fieldMapping });
  expect((await stored()).map(([, currency]) => currency)).toEqual(currencies);
});

test('several currencies are a warning at each amount that names one', async () => {
  const { uploadId } = await uploadFile(user, fileOf('€ 12.50', '£7', '9'));
  expect(await checkGrid(user, uploadId, { fieldMapping })).toMatchObject({ imported: 3, warnings: 2 });
  expect((await gridOf(user, uploadId)).reasons).toMatchObject([
    { code: 'mixed_currency', column: 'amount', severity: 'warning', rows: 2 },
  ]);
});

test('a mapped column of currencies counts alone', async () => {
  await importLeads(user, fileOf('€ 12.50', '£7'), { fieldMapping: { ...fieldMapping, money: 'currency' } });
  expect(await stored()).toEqual([
    ['12.50', 'CHF'],
    ['7.00', 'CHF'],
  ]);
});
