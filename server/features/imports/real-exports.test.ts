import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportRow } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';

// Values as other programs export them: lead ads, address books, shops, newsletters, spreadsheets.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

/** Imports rows whose columns are named after lead fields. */
async function imported(
  rows: string[][],
  more: { manualTags?: string[] } = {},
): Promise<{ leads: Lead[]; report: [row: number, outcome: string, ...codes: string[]][] }> {
  const { importId } = await importLeads(user, csvFile(rows), {
    fieldMapping: Object.fromEntries((rows[0] ?? []).map((field) => [field, field])),
    ...more,
  });
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  const report = body.rows.map(({ row, outcome, problems }): [number, string, ...string[]] => [
    row,
    outcome,
    ...problems.map(({ code }) => code),
  ]);
  return { leads: await leadsOf(user), report };
}

test('lead ads: p: before phones and z: before postcodes', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'postcode', 'country'],
    ['ana@example.es', 'p:+34612345678', 'z:28013', 'ES'],
    ['cher@example.co.uk', 'p:07400123456', 'z:LS1 4DY', 'GB'],
  ]);
  expect(leads).toMatchObject([
    { phone: '+34612345678', numberValid: true, postcode: '28013' },
    { phone: '+447400123456', numberValid: true, postcode: 'LS1 4DY' },
  ]);
  expect(report).toEqual([]);
});

test('address books: several numbers and addresses in a cell, labels as tags', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'tags'],
    ['alice@example.com ::: alice.home@example.net', '+44 7700 900123', '* myContacts ::: Leads'],
    ['bob@example.com', '+44 7400 123456 ::: +44 7400 123457', '* myContacts'],
    ['Cid <cid@example.com>', 'WhatsApp: +44 7400 123458 (mobile)', ''],
  ]);
  expect(leads).toMatchObject([
    { email: 'alice@example.com', tags: ['myContacts', 'Leads'] },
    { email: 'bob@example.com', phone: '+447400123456', numberValid: true },
    { email: 'cid@example.com', phone: '+447400123458', numberValid: true },
  ]);
  expect(report).toEqual([
    [2, 'warning', 'other_emails', 'invalid_phone'],
    [3, 'warning', 'other_phones'],
  ]);
});

test('newsletters and shops: quoted tags, apostrophes before numbers', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'postcode', 'country', 'tags'],
    ['urist@example.com', '(404) 555-1234', '30308', 'US', '"Influencer","VIP"'],
    ['russel@example.com', "'+16135550142", "'K1A 0B6", 'CA', 'vip, wholesale'],
    ['sample@example.org', '', '', 'DE', '"newsletter"'],
  ]);
  expect(leads).toMatchObject([
    { phone: '+14045551234', tags: ['Influencer', 'VIP'] },
    { phone: '+16135550142', postcode: 'K1A 0B6', tags: ['vip', 'wholesale'] },
    { tags: ['newsletter'] },
  ]);
  expect(report).toEqual([]);
});

test('spreadsheets: the formula that guards phones and postcodes is no part of them', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'country', 'postcode'],
    ['a@example.com', '="+447400123459"', 'GB', '="01234"'],
    ['b@example.com', '="07400123450"', 'GB', '="00501"'],
  ]);
  expect(leads.map(({ phone, numberValid, postcode }) => [phone, numberValid, postcode])).toEqual([
    ['+447400123459', true, '01234'],
    ['+447400123450', true, '00501'],
  ]);
  expect(report).toEqual([]);
});

test('an email cell such as N/A is empty, and of two addresses the first is used', async () => {
  const { leads, report } = await imported([
    ['email', 'phone'],
    ['N/A', '+442079460018'],
    ['-', '+442079460019'],
    ['Jane Doe <jane@example.com>', '+442079460020'],
    ['a@example.com; b@example.com', '+442079460021'],
    ['none', ''],
    ['jane@', '+442079460022'],
  ]);
  expect(leads.map(({ email }) => email)).toEqual([null, null, 'jane@example.com', 'a@example.com']);
  expect(report).toEqual([
    [5, 'warning', 'other_emails'],
    [6, 'error', 'no_contact'],
    [7, 'error', 'invalid_email'],
  ]);
});

test('49 171 2345681 in Germany is the number of 491712345681 and +49 171 2345681', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'country'],
    ['a@example.com', '49 171 2345681', 'Germany'],
    ['b@example.com', '491712345681', 'Germany'],
    ['c@example.com', '+49 171 2345681', 'Germany'],
  ]);
  expect(leads.map(({ phone }) => phone)).toEqual(['+491712345681']);
  expect(report.map(([, outcome]) => outcome)).toEqual(['duplicate', 'duplicate']);
});

test("a phone of another country than its row's is stored with a warning", async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'country'],
    ['a@example.com', '00151 23456111', 'Germany'],
    ['b@example.com', '0151 23456111', 'Germany'],
    ['c@example.com', '+1 512 345 6112', ''],
  ]);
  expect(leads.map(({ phone, country }) => [phone, country])).toEqual([
    ['+15123456111', 'Germany'],
    ['+4915123456111', 'Germany'],
    ['+15123456112', 'United States'],
  ]);
  expect(report).toEqual([[2, 'warning', 'phone_country']]);
});

test('fullwidth digits are digits, and identities hold no invisible characters', async () => {
  const { leads, report } = await imported([
    ['email', 'phone', 'country'],
    ['a\u200B@example\u202E.com', '０７４００ １２３４５６', 'GB'],
    ['', '\u202A+44\u200B7400 123457\u202C', ''],
    ['a@example.com', '', ''],
    ['', '12\u2060345', ''],
  ]);
  expect(leads.map(({ email, phone }) => [email, phone])).toEqual([
    ['a@example.com', '+447400123456'],
    [null, '+447400123457'],
    [null, '12345'],
  ]);
  expect(report).toEqual([
    [4, 'duplicate', 'duplicate'],
    [5, 'warning', 'invalid_phone'],
  ]);
});

test('tags entered for a whole import hold no separators', async () => {
  const { leads } = await imported([['email'], ['a@example.com']], {
    manualTags: ['spring,summer', 'a;b|c'],
  });
  expect(leads[0]?.tags).toEqual(['spring', 'summer', 'a', 'b', 'c']);
});
