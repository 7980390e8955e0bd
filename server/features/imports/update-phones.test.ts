import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReportRow } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import {
  checkUpload,
  csvFile,
  importLeads,
  leadCounts,
  leadsOf,
  uploadFile,
} from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that update leads: how the phones of rows are read, which replace a lead's, and which find a lead.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(async () => {
  const { counted, stored } = await leadCounts(app, user.user.organizationId);
  expect(counted).toBe(stored);
  await emptyLeads(app.context.db.owner, 'imports', 'uploads');
});

const ANN = { email: 'ann@example.com', phone: '+12012427483', country: 'United States' };
const BOB = { email: 'bob@example.com', phone: '+491712345678', country: 'Germany' };

/** Updates leads by rows whose columns are named after lead fields; checks that the dry run foresees the outcome. */
async function update(
  matchField: 'email' | 'phone',
  rows: string[][],
  options: Record<string, unknown> = {},
): Promise<{ stats: Record<string, number>; report: ReportRow[]; leads: Lead[] }> {
  const plan = {
    fieldMapping: Object.fromEntries((rows[0] ?? []).map((field) => [field, field])),
    importMode: { mode: 'update', matchField },
    options,
  };
  const { uploadId } = await uploadFile(user, csvFile(rows));
  const last = (await checkUpload(user, uploadId, plan)).at(-1);
  const { importId, stats } = await importLeads(user, uploadId, plan);
  const { updated, skipped, errors, invalidPhones } = stats;
  expect(last).toMatchObject({ type: 'complete', forecast: { updated, skipped, errors, invalidPhones } });
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  return { stats, report: body.rows, leads: await leadsOf(user) };
}

const codes = (report: readonly ReportRow[]) =>
  report.map(({ problems }) => problems.map(({ code }) => code));

describe('a national phone in a row without a country', () => {
  test('is read with the country of the lead, not stored as an invalid text', async () => {
    await makeLead(user, ANN);
    const { stats, report, leads } = await update('email', [
      ['email', 'phone', 'city'],
      [ANN.email, '(201) 242-7483', 'Newark'],
    ]);
    expect(stats).toMatchObject({ updated: 1, invalidPhones: 0 });
    expect(report).toEqual([]);
    expect(leads).toMatchObject([{ phone: ANN.phone, numberValid: true, city: 'Newark' }]);
    // The identity is still the same: a later import finds the lead.
    const again = await importLeads(user, csvFile([['phone'], [ANN.phone]]), {
      fieldMapping: { phone: 'phone' },
    });
    expect(again.stats).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test('is read with the default country if the lead has none', async () => {
    await makeLead(user, { email: ANN.email });
    const rows = [
      ['email', 'phone'],
      [ANN.email, '07400 123456'],
    ];
    const { leads } = await update('email', rows, { defaultCountry: 'GB' });
    expect(leads).toMatchObject([{ phone: '+447400123456', numberValid: true, country: null }]);
  });

  test('is read with the country of the row first', async () => {
    await makeLead(user, ANN);
    const { leads } = await update('email', [
      ['email', 'phone', 'country'],
      [ANN.email, '07400 123456', 'UK'],
    ]);
    expect(leads).toMatchObject([{ phone: '+447400123456', numberValid: true, country: 'United Kingdom' }]);
  });

  test('that another lead has with this country is an error that names it', async () => {
    const bob = await makeLead(user, BOB);
    await makeLead(user, { email: ANN.email, country: 'Germany' });
    const { stats, report } = await update('email', [
      ['email', 'phone'],
      [ANN.email, '0171 2345678'],
    ]);
    expect(stats).toMatchObject({ updated: 0, errors: 1 });
    expect(report[0]?.reason).toContain(bob.id);
  });
});

test('an invalid phone never replaces a valid one: the value is kept and the row gets a warning', async () => {
  await makeLead(user, ANN);
  await makeLead(user, BOB);
  const { stats, report, leads } = await update('email', [
    ['email', 'phone', 'city'],
    [ANN.email, '12345', 'Newark'],
    [BOB.email, 'ask her', ''],
  ]);
  expect(stats).toMatchObject({ updated: 1, skipped: 1, invalidPhones: 0 });
  expect(leads.map(({ phone, numberValid, city }) => [phone, numberValid, city])).toEqual([
    [ANN.phone, true, 'Newark'],
    [BOB.phone, true, null],
  ]);
  expect(report.map(({ outcome }) => outcome)).toEqual(['warning', 'skipped']);
  expect(codes(report)).toEqual([['phone_kept'], ['unchanged', 'no_phone']]);
  expect(report[0]?.problems).toMatchObject([
    {
      field: 'phone',
      column: 'phone',
      value: '12345',
      message: `Not a valid phone number; the lead keeps ${ANN.phone}`,
    },
  ]);
});

test('a new country reads an invalid phone again, as in every other edit', async () => {
  await makeLead(user, { email: ANN.email, phone: '07400 123456' });
  const { stats, leads } = await update('email', [
    ['email', 'country'],
    [ANN.email, 'UK'],
  ]);
  expect(stats).toMatchObject({ updated: 1, invalidPhones: 0 });
  expect(leads).toMatchObject([{ phone: '+447400123456', numberValid: true, country: 'United Kingdom' }]);
});

test("a phone of another country than the lead's is stored with a warning", async () => {
  await makeLead(user, BOB);
  const { report, leads } = await update('email', [
    ['email', 'phone'],
    [BOB.email, '00151 23456111'],
  ]);
  expect(leads).toMatchObject([{ phone: '+15123456111', numberValid: true, country: 'Germany' }]);
  expect(codes(report)).toEqual([['phone_country']]);
});

describe('a phone finds its lead', () => {
  test.each([
    '0171 2345678',
    '1712345678',
    '49 171 2345678',
    '0049 171 2345678',
    'Mob.: 0171/2345678 (privat)',
    '="01712345678"',
    '０１７１ ２３４５６７８',
    '12345; 0171 2345678',
  ])('written as %s', async (phone) => {
    await makeLead(user, ANN);
    await makeLead(user, BOB);
    const { stats, report, leads } = await update('phone', [
      ['phone', 'city'],
      [phone, 'Bonn'],
    ]);
    expect([stats, report]).toMatchObject([{ updated: 1 }, []]);
    expect(leads).toMatchObject([{ city: null }, { city: 'Bonn', phone: BOB.phone }]);
  });

  test("with the default country if no lead's own country fits", async () => {
    await makeLead(user, { ...ANN, phone: '+447400123456' });
    const rows = [
      ['phone', 'city'],
      ['07400 123456', 'Leeds'],
    ];
    const { leads } = await update('phone', rows, { defaultCountry: 'GB' });
    expect(leads).toMatchObject([{ city: 'Leeds' }]);
  });

  test('and is an error if it fits several', async () => {
    await makeLead(user, { phone: '+33612345678', country: 'France' });
    await makeLead(user, { phone: '+34612345678', country: 'Spain' });
    const { stats, report, leads } = await update('phone', [
      ['phone', 'city'],
      ['612345678', 'Paris'],
      ['+34612345678', 'Madrid'],
    ]);
    expect(stats).toMatchObject({ updated: 1, errors: 1 });
    expect(leads).toMatchObject([{ city: null }, { city: 'Madrid' }]);
    expect(report.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['error', 'This number matches several leads; write it with + and the country code'],
    ]);
  });
});
