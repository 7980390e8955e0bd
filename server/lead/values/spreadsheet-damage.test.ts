import { describe, expect, test } from 'vitest';
import { csv } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { type FixtureCell, sheetXml, xlsx } from '#tests/support/files/xlsx.ts';
import { createMapper } from '../../features/imports/mapping/map-row.ts';
import type { MapperInput } from '../../features/imports/mapping/mapper-input.ts';

// Tests files that went through a spreadsheet, from their bytes to drafts.

const CUSTOM: MapperInput['customFields'] = [
  { name: 'Account', type: 'text', required: true },
  { name: 'Age', type: 'number', required: false },
  { name: 'Born', type: 'date', required: false },
];

/** Returns the drafts and problems of a file whose columns have the names of their targets. */
async function mapped(file: Uint8Array, change: Partial<MapperInput> = {}) {
  const table = await readTable(file);
  const map = createMapper({
    columns: table.columns,
    mapping: Object.fromEntries(table.columns.map((column) => [column, column])),
    customFields: CUSTOM.filter(({ name }) => table.columns.includes(`custom:${name}`)),
    mode: 'create',
    options: { defaultCountry: null, countryFromPhone: true },
    manualTags: [],
    columnTypes: {},
    date1904: table.format.date1904 ?? false,
    ...change,
  });
  return table.rows.map((row) => {
    const { draft, problems } = map(row);
    return {
      draft,
      said: problems.map(({ severity, code, field, value }) => `${severity} ${code} ${field} ${value}`),
    };
  });
}

const WORKBOOKS = [
  ['xlsx', (rows: FixtureCell[][], date1904 = false) => xlsx({ sheets: [{ name: 'A', rows }], date1904 })],
  ['xls', (rows: FixtureCell[][], date1904 = false) => xls([{ name: 'A', rows }], { date1904 })],
] as const;

describe.each(WORKBOOKS)('%s', (_kind, workbook) => {
  test('phones in number cells', async () => {
    const rows = await mapped(
      workbook([
        ['phone', 'country'],
        [7911123456, 'GB'],
        [447911123456, 'GB'],
        [612345678, 'Italy'],
        [447911123456, null],
        [{ number: 46143, format: 'd-mmm' }, 'GB'],
        [4111111111111110, 'GB'],
      ]),
    );
    expect(rows.map(({ draft, said }) => [draft.phone, draft.numberValid, said])).toEqual([
      ['+447911123456', true, []],
      ['+447911123456', true, []],
      ['+390612345678', true, []],
      ['447911123456', false, ['warning phone_prefix phone 447911123456']],
      ['2026-05-01', false, ['warning excel_date phone 2026-05-01']],
      ['4111111111111110', false, ['warning excel_precision phone 4.11111111111111E+15']],
    ]);
  });

  test('amounts that became dates', async () => {
    const rows = await mapped(
      workbook([
        ['email', 'depositAmount', 'custom:Age'],
        ['a@b.co', 1.5, 41],
        ['b@b.co', { number: 46143, format: 'd-mmm' }, { number: 46143, format: 'mmm-yy' }],
        ['c@b.co', { number: 0.0625, format: 'h:mm' }, 7],
      ]),
    );
    expect(rows.map(({ draft, said }) => [draft.depositAmount, draft.customData, said])).toEqual([
      ['1.50', { Age: 41 }, []],
      [
        undefined,
        undefined,
        ['warning excel_date depositAmount 2026-05-01', 'warning excel_date custom:Age 2026-05-01'],
      ],
      [undefined, { Age: 7 }, ['warning excel_date depositAmount 01:30:00']],
    ]);
  });

  test('more digits than a spreadsheet keeps', async () => {
    const rows = await mapped(
      workbook([
        ['email', 'card', 'customerNumber', 'custom:Account', 'custom:Age'],
        ['a@b.co', 4111111111111110, 123456789012345, 12345678901234500000, 1e16],
        ['b@b.co', '4111111111111110', '1', '12345678901234500000', 1],
      ]),
    );
    expect(rows.map(({ draft }) => [draft.card, draft.customerNumber, draft.customData])).toEqual([
      ['4111111111111110', '123456789012345', { Account: '12345678901234500000' }],
      ['4111111111111110', '1', { Account: '12345678901234500000', Age: 1 }],
    ]);
    expect(rows.map(({ said }) => said)).toEqual([
      [
        'warning excel_precision card 4.11111111111111E+15',
        'warning excel_precision custom:Account 1.23456789012345E+19',
        'warning excel_precision custom:Age 1.00000000000000E+16',
      ],
      [],
    ]);
  });

  test.each([
    [false, 45292],
    [true, 43830],
  ])('dates as serials, with and without a format (1904: %s)', async (date1904, serial) => {
    const date = { number: serial + 0.5, format: 'dd/mm/yyyy' };
    const rows = await mapped(
      workbook(
        [
          ['email', 'depositDate', 'custom:Born'],
          ['a@b.co', serial, serial + 0.25],
          ['b@b.co', date, date],
          ['c@b.co', '2024-01-01', '1/1/2024'],
        ],
        date1904,
      ),
    );
    for (const { draft, said } of rows) {
      expect([draft.depositDate, draft.customData, said]).toEqual(['2024-01-01', { Born: '2024-01-01' }, []]);
    }
  });
});

test('whole numbers that a program wrote with all their digits are not cut', async () => {
  const header = ['email', 'card', 'customerNumber', 'agent', 'source']
    .map((name) => `<c t="str"><v>${name}</v></c>`)
    .join('');
  const numbers = ['4111111111111111', '12345678901234567890', '12345678901234567000', '41111111111111110'];
  const row = `<c t="str"><v>a@b.co</v></c>${numbers.map((one) => `<c><v>${one}</v></c>`).join('')}`;
  const xml = sheetXml(`<row>${header}</row><row>${row}</row>`);
  const [only] = await mapped(xlsx({ sheets: [{ name: 'A', rows: [], xml }] }));
  expect(only?.draft).toMatchObject({ card: numbers[0], customerNumber: numbers[1] });
  expect(only?.draft).toMatchObject({ agent: numbers[2], source: numbers[3] });
  expect(only?.said).toEqual(['warning excel_precision agent 1.2345678901234567E+19']);
});

test('what a text file has kept of it', async () => {
  const rows = await mapped(
    new Uint8Array(
      csv([
        ['phone', 'country', 'postcode', 'card', 'ip', 'depositAmount', 'depositDate', 'custom:Account'],
        ['4,47911123456E+11', 'UK', '1E+05', '4.11E+15', '3.23E+09', '01-May', '45292', '1.23E+15'],
        ['612345678', 'IT', '144', '4111111111111110', '', '1. Mai', '45292.5', 'A'],
      ]),
    ),
  );
  expect(rows.map(({ draft }) => draft)).toEqual([
    {
      phone: '+447911123456',
      numberValid: true,
      country: 'United Kingdom',
      postcode: '1E+05',
      card: '4.11E+15',
      depositDate: '2024-01-01',
      customData: { Account: '1.23E+15' },
    },
    {
      phone: '+390612345678',
      numberValid: true,
      country: 'Italy',
      postcode: '00144',
      card: '4111111111111110',
      depositDate: '2024-01-01',
      customData: { Account: 'A' },
    },
  ]);
  expect(rows.map(({ said }) => said)).toEqual([
    [
      'warning excel_scientific postcode 1E+05',
      'warning excel_scientific card 4.11E+15',
      'warning excel_scientific ip 3.23E+09',
      'warning excel_date depositAmount 01-May',
      'warning excel_scientific custom:Account 1.23E+15',
    ],
    ['warning excel_date depositAmount 1. Mai'],
  ]);
});

test('a postcode is fixed with the country of its row or of the import, never with that of its phone', async () => {
  const file = new Uint8Array(
    csv([
      ['phone', 'country', 'postcode'],
      ['+4930901820', 'Germany', '1067'],
      ['+4930901820', '', '1067'],
      ['+4930901820', 'Austria', '1067'],
    ]),
  );
  const postcodes = async (defaultCountry: string | null) => {
    const rows = await mapped(file, { options: { defaultCountry, countryFromPhone: true } });
    return rows.map(({ draft, said }) => [draft.postcode, said]);
  };
  const foreign = ['warning phone_country phone +4930901820'];
  expect(await postcodes(null)).toEqual([
    ['01067', []],
    ['1067', []],
    ['1067', foreign],
  ]);
  expect(await postcodes('DE')).toEqual([
    ['01067', []],
    ['01067', []],
    ['1067', foreign],
  ]);
});

test('a Lead ID that became a number is an error that says so', async () => {
  const file = new Uint8Array(csv([['id', 'city'], ...['4.47E+11', '17'].map((id) => [id, 'X'])]));
  const rows = await mapped(file, { mode: 'update', matchField: 'id' });
  expect(rows.map(({ said }) => said)).toEqual([
    ['error excel_scientific id 4.47E+11'],
    ['error invalid_id id 17'],
  ]);
});
