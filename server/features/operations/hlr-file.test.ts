import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { HlrReply } from '#contract/phone-checks.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile } from '#tests/support/imports.ts';
import { sendStatusUpdate } from '#tests/support/status-updates.ts';

let app: TestApp;
let user: SignedIn;
let german: Lead;
let british: Lead;
let american: Lead;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  german = await makeLead(user, { phone: '+4930901820', country: 'Germany' });
  british = await makeLead(user, { phone: '+442079460958', country: 'United Kingdom' });
  american = await makeLead(user, { phone: '+15046218927', country: 'United States' });
});

const setFrom = (file: File, fields: Record<string, string> = {}) =>
  sendStatusUpdate<HlrReply & { message: string; field: string }>(user, '/api/leads/update-hlr-csv', file, {
    hlrType: 'phone',
    statusValue: 'Active',
    ...fields,
  });

const statuses = async () =>
  Promise.all([german, british, american].map(async ({ id }) => (await readLeadDetail(user, id)).hlr));

describe('a file of numbers', () => {
  test.each([
    [
      'a column by its name',
      [
        ['Name', 'Mobile Number'],
        ['A', '+4930901820'],
        ['B', '020 7946 0958'],
      ],
    ],
    [
      'a column by what it holds',
      [
        ['A', 'B', 'C'],
        ['x', '2026-01-02', '+4930901820'],
        ['y', '2026-01-03', '+442079460958'],
      ],
    ],
    ['one column without a header', [['+4930901820'], ['+442079460958']]],
    ['one column with a header nobody knows', [['Wer'], ['+4930901820'], ['+442079460958']]],
    [
      'a country column',
      [
        ['number to call', 'country'],
        ['030 901820', 'DE'],
        ['020 7946 0958', 'uk'],
      ],
    ],
    [
      'titles above its header',
      [
        ['Checked numbers', ''],
        ['July', '2026'],
        ['Name', 'Téléphone'],
        ['A', '+4930901820'],
        ['B', '+442079460958'],
      ],
    ],
    [
      'blank cells among them',
      [
        ['phone', 'x'],
        ['', '1'],
        ['+4930901820', '2'],
        ['', '3'],
        ['+442079460958', '4'],
      ],
    ],
  ])('with %s', async (_name, rows) => {
    const { status, body } = await setFrom(csvFile(rows, 'checked.csv'));
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ updatedCount: 2, notFound: 0, invalid: 0 }),
    ]);
    expect(await statuses()).toEqual(['Active', 'Active', null]);
    expect((await readLeadDetail(user, german.id)).hlrSource).toBe('checked.csv');
    const { rows: left } = await app.context.db.owner.query('SELECT FROM uploads');
    expect(left).toEqual([]);
  });

  test('may be a workbook whose numbers are numbers', async () => {
    const sheet = xlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Tel.', 'HLR'],
            [4930901820, 'Live'],
            [442079460958, null],
          ],
        },
      ],
    });
    const { body } = await setFrom(fileOf('checked.xlsx', new Uint8Array(sheet)));
    expect(body).toMatchObject({ updatedCount: 2, notFound: 0 });
    expect(await statuses()).toEqual(['Live', 'Active', null]);
  });

  test.each([
    ['phone', 'HLR Status'],
    ['phone', 'Status'],
    ['phone', 'result'],
    ['whatsapp', 'WhatsApp'],
    ['whatsapp', 'status'],
  ])('takes a %s status of its own from the column %s', async (hlrType, name) => {
    const rows = [
      ['Phone', name],
      ['+4930901820', 'Dead'],
      ['+442079460958', ''],
      ['+15046218927', 'x'.repeat(101)],
    ];
    const { body } = await setFrom(csvFile(rows), { hlrType });
    expect(body).toMatchObject({ updatedCount: 2, invalid: 1 });
    const key = hlrType === 'phone' ? 'hlr' : 'whatsapp';
    const held = [german, british, american].map(async ({ id }) => (await readLeadDetail(user, id))[key]);
    expect(await Promise.all(held)).toEqual(['Dead', 'Active', null]);
  });

  test.each([
    ['nothing in it', [], 'The file is empty. Choose another file.'],
    ['a header alone', [['phone']], 'The file has no rows below its header'],
    [
      'numbers in no row',
      [
        ['phone', 'x'],
        ['', 'y'],
      ],
      'The file has no rows below its header',
    ],
    [
      'no numbers',
      [
        ['a', 'b'],
        ['x', '1'],
      ],
      'The file has no column of phone numbers',
    ],
  ])('with %s is refused', async (_name, rows, message) => {
    const { status, body } = await setFrom(csvFile(rows));
    expect([status, body]).toEqual([400, expect.objectContaining({ message, field: 'file' })]);
  });

  test('is refused with a form that says too little or too much', async () => {
    const file = csvFile([['phone'], ['+4930901820']]);
    const path = '/api/leads/update-hlr-csv';
    const fields = { hlrType: 'phone', statusValue: 'Active' };
    for (const [sent, wrong] of [
      [{ ...fields, statusValue: ' ' }, 'statusValue'],
      [{ hlrType: 'phone' }, 'statusValue'],
      [{ ...fields, hlrType: 'x' }, 'hlrType'],
      [{ ...fields, more: 'x' }, 'more'],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await sendStatusUpdate(user, path, file, sent);
      expect([status, body['field']]).toEqual([400, wrong]);
    }
    const { status, body } = await sendStatusUpdate(user, path, null, fields);
    expect([status, body['field']]).toEqual([400, 'file']);
    const { rows } = await app.context.db.owner.query('SELECT FROM uploads');
    expect(rows).toEqual([]);
  });
});

test('a NUL in the status of a form becomes a replacement character', async () => {
  const file = csvFile([['phone'], ['+4930901820']]);
  const { status, body } = await setFrom(file, { statusValue: 'Act\0ive' });
  expect([status, body.updatedCount]).toEqual([200, 1]);
  expect(await statuses()).toEqual(['Act\ufffdive', null, null]);
});
