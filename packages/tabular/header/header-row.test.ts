import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, changeHeader, inspect, type Row } from '#packages/tabular/tabular.ts';
import { csv } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { detectHeaderRow } from './header-row.ts';

const KNOWN = new Set([
  'first name',
  'last name',
  'email',
  'email address',
  'phone',
  'city',
  'name',
  'notes',
]);
const knowsColumnName = (text: string) => KNOWN.has(text.trim().toLowerCase());
const filename = 'leads.csv';

const PEOPLE = [
  ['Ada', 'ada@example.com', '+447911123400'],
  ['Bob', 'bob@example.com', '+447911123401'],
  ['Cy', 'cy@example.com', '+447911123402'],
];
const LINKEDIN = [
  ['Notes:'],
  [
    '"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see …',
  ],
  [],
  ['First Name', 'Last Name', 'URL', 'Email Address', 'Company', 'Position', 'Connected On'],
  [
    'Frank',
    'Example',
    'https://www.linkedin.com/in/frank',
    'frank@example.com',
    'Example Inc',
    'CTO',
    '05 Mar 2024',
  ],
  [
    'Greta',
    'Muster',
    'https://www.linkedin.com/in/greta',
    '',
    'Muster AG',
    'Head of Sales, DACH',
    '28 Feb 2024',
  ],
];

function rowsOf(table: readonly (readonly string[])[]): Row[] {
  return table.flatMap((cells, index) =>
    cells.some((cell) => cell !== '') ? [{ number: index + 1, cells: [...cells] }] : [],
  );
}
const detected = (table: readonly (readonly string[])[]) => detectHeaderRow(rowsOf(table), knowsColumnName);

describe('rows above the header are titles', () => {
  test.each<[string, string[][], number]>([
    ["LinkedIn's preamble", LINKEDIN, 4],
    [
      'a title and a blank row',
      [['Leads of March 2024'], [], ['First Name', 'Email', 'Phone'], ...PEOPLE],
      3,
    ],
    ['a title that sounds like a column', [['Name'], ['First Name', 'Email', 'Phone'], ...PEOPLE], 2],
    ['a title in the third column', [['', '', 'Report'], ['Kunde', 'Adresse', 'Nummer'], ...PEOPLE], 2],
    [
      'groups of columns',
      [
        ['Person', '', '', 'Work'],
        ['First Name', 'Last Name', 'Email', 'Company'],
        ['Ada', 'B', 'a@b.cd', 'X'],
      ],
      2,
    ],
    ['names that nobody knows above data', [['Export'], ['Wer', 'Womit', 'Wohin'], ...PEOPLE], 2],
    [
      'a title of two cells',
      [
        ['Created', '2024-03-01'],
        ['First Name', 'Email', 'Phone', 'City'],
        ['A', 'a@b.cd', '', 'X'],
      ],
      2,
    ],
    ['a title and nothing below the header', [['Leads'], ['First Name', 'Email', 'Phone']], 2],
  ])('%s', (_, table, header) => {
    expect(detected(table)).toBe(header);
  });
});

describe('a file without a header', () => {
  test.each<[string, string[][]]>([
    ['people', PEOPLE],
    ['one row with an email address', [['Ada', 'ada@example.com']]],
    ['phone numbers alone', [['+447911123400'], ['+447911123401'], ['020 7946 0018']]],
    [
      'with a word that also names a column',
      [
        ['Ada', 'ada@example.com', 'Email'],
        ['Bob', 'bob@example.com', 'Phone'],
      ],
    ],
    ['below a blank row', [[], ...PEOPLE]],
  ])('%s', (_, table) => {
    expect(detected(table)).toBe(0);
  });
});

describe('an ordinary file keeps its first row', () => {
  test.each<[string, string[][]]>([
    ['known names', [['First Name', 'Email', 'Phone'], ...PEOPLE]],
    ['unknown names', [['Wer', 'Womit', 'Wohin'], ...PEOPLE]],
    ['one column', [['Email'], ['a@example.com'], ['b@example.com']]],
    ['one column of words', [['Liste'], ['Ada'], ['Bob']]],
    [
      'years as names',
      [
        ['Customer', '2022', '2023'],
        ['Ada', '5', '7'],
        ['Bob', '1', '2'],
      ],
    ],
    [
      'dates as names above numbers',
      [
        ['Customer', '2024-01-01', '2024-02-01'],
        ['Ada', '5', '7'],
        ['Bob', '1', '2'],
      ],
    ],
    ['few names above wide rows', [['Email'], ['a@example.com', 'Ada', 'B'], ['b@example.com', 'Bob', 'C']]],
    ['few names above wide texts', [['Note'], ['Ada', 'Smith', 'Berlin'], ['Bob', 'Jones', 'London']]],
    [
      'a sparse first row of data',
      [['First Name', 'Email', 'Phone', 'City'], ['Ada'], ['Bob', 'bob@example.com', '', 'X']],
    ],
    [
      'a value that repeats a name',
      [
        ['First Name', 'City'],
        ['City', 'Name'],
        ['Bob', 'Bath'],
      ],
    ],
    [
      'a header repeated further down',
      [['First Name', 'Email'], ...PEOPLE, ['First Name', 'Email'], ...PEOPLE],
    ],
    ['the header alone', [['First Name', 'Email', 'Phone']]],
    [
      'repeated and missing names',
      [
        ['Phone', '', 'Phone', 'x'],
        ['+447911123400', 'a', '+447911123401', 'b'],
      ],
    ],
    [
      'an address in a name',
      [
        ['Email (ask ada@example.com)', 'City'],
        ['x@example.com', 'Bath'],
      ],
    ],
    [
      'texts alone',
      [
        ['Ada', 'London'],
        ['Bob', 'Bath'],
        ['Cy', 'York'],
      ],
    ],
  ])('%s', (_, table) => {
    expect(detected(table)).toBe(1);
  });

  test('any table of words', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'abc XYZ-ä'), maxLength: 12 });
    const table = fc
      .integer({ min: 1, max: 6 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
      );
    fc.assert(
      fc.property(table, ([, ...rows]) => {
        const header = Array.from({ length: rows[0]?.length ?? 1 }, (_, index) => `Field ${index}`);
        expect(detected([header, ...rows])).toBe(1);
      }),
    );
  });
});

const FILES = (table: string[][]) => [
  ['CSV', csv(table)] as const,
  ['CSV with semicolons', csv(table, { delimiter: ';' })] as const,
  ['XLSX', xlsx({ sheets: [{ name: 'Leads', rows: table }] })] as const,
  ['XLS', xls([{ name: 'Leads', rows: table }])] as const,
];

test.each(FILES(LINKEDIN))("LinkedIn's file as %s reads without a word", async (_, bytes) => {
  const found = await inspect(bytesSource(bytes), { filename, knowsColumnName });
  expect(found.format.headerRow).toBe(4);
  expect(found.columns).toEqual(LINKEDIN[3]);
  expect(found.preview.map((row) => row['First Name'])).toEqual(['Frank', 'Greta']);
  expect([found.previewNumbers, found.totalRows]).toEqual([[5, 6], 2]);
  expect(found.firstRows.map(({ number }) => number)).toEqual([1, 2, 4, 5, 6]);
  const table = await readTable(bytes, { columns: found.columns, headerRow: 4 });
  expect(table.rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [5, 'Frank'],
    [6, 'Greta'],
  ]);
});

test.each(FILES(PEOPLE))(
  '%s without a header has numbered columns, and its first row is data',
  async (_, bytes) => {
    const table = await readTable(bytes);
    expect(table.columns).toEqual(['Column 1', 'Column 2', 'Column 3']);
    expect(table.rows).toEqual(PEOPLE.map((cells, index) => ({ number: index + 1, cells })));
  },
);

test('the row that Excel writes to name the delimiter is no row', async () => {
  const bytes = Buffer.concat([Buffer.from('sep=;\r\n'), csv(PEOPLE, { delimiter: ';' })]);
  const found = await inspect(bytesSource(bytes), { filename });
  expect([found.format.headerRow, found.previewNumbers, found.totalRows]).toEqual([0, [2, 3, 4], 3]);
});

test.each([3, 27])('row %d cannot be the header', async (headerRow) => {
  const table = [['a'], ['b'], [], ...Array.from({ length: 40 }, (_, index) => [`${index}`])];
  const found = inspect(bytesSource(csv(table)), { filename, headerRow });
  await expect(found).rejects.toMatchObject({
    code: 'unknown_header',
    message:
      headerRow === 3 ? expect.stringContaining('Row 3 is empty') : expect.stringContaining('too far down'),
  });
});

describe('whichever row is the header,', () => {
  const cell = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'ab1@. '), maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom('', 'ada@example.com', 'First Name', 'Email', '+447911123400') },
  );
  const table = fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 140 });

  test('no row and no cell is lost', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (cells, choice) => {
        const filled = rowsOf(cells.map((row) => row.map((text) => text.trim())));
        fc.pre(filled.length > 0);
        const first = filled.slice(0, 25);
        const headerRow = [0, ...first.map(({ number }) => number)][choice % (first.length + 1)] ?? 0;
        const bytes = csv(cells, { quotes: 'all' });
        const found = await inspect(bytesSource(bytes), {
          filename,
          headerRow,
          encoding: 'utf-8',
          delimiter: ',',
        });
        const read = await readTable(bytes, {
          ...{ columns: found.columns, headerRow, encoding: 'utf-8' as const, delimiter: ',' as const },
        });
        const expected = filled.filter(({ number }) => number > headerRow);
        expect(found.totalRows).toBe(expected.length);
        expect(read.rows.map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
        expect(read.cells.map(joined)).toEqual(expected.map(({ cells: row }) => joined(row)));
        expect(found.previewNumbers).toEqual(expected.slice(0, 100).map(({ number }) => number));
        expect(new Set(found.columns).size).toBe(found.columns.length);
      }),
      { numRuns: 300 },
    );
  });

  test('changing it afterwards gives what reading the file again would', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (cells, choice) => {
        const filled = rowsOf(cells.map((row) => row.map((text) => text.trim())));
        fc.pre(filled.length > 0);
        const options = { filename, encoding: 'utf-8' as const, delimiter: ',' as const };
        const source = bytesSource(csv(cells, { quotes: 'all' }));
        const numbers = [0, ...filled.slice(0, 25).map(({ number }) => number)];
        const headerRow = numbers[choice % numbers.length] ?? 0;
        const again = await inspect(source, { ...options, headerRow });
        const changed = changeHeader(await inspect(source, options), { headerRow });
        expect({ ...changed, preview: [], previewNumbers: [] }).toEqual({
          ...again,
          preview: [],
          previewNumbers: [],
        });
        expect(changed.previewNumbers.length).toBeGreaterThanOrEqual(
          Math.min(75, again.previewNumbers.length),
        );
        expect(changed.preview).toEqual(again.preview.slice(0, changed.preview.length));
      }),
      { numRuns: 300 },
    );
  });
});

function joined(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .join('|')
    .replace(/\|+$/, '');
}
