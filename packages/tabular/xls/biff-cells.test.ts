import { describe, expect, test } from 'vitest';
import {
  biffString,
  biffWorkbook,
  CONTINUE_RECORD,
  cell,
  f64,
  formula,
  label,
  number,
  record,
  shared,
  sharedStrings,
  special,
  substream,
  u8,
  u16,
  u32,
  workbookStream,
} from '#tests/support/files/biff.ts';
import { compound } from '#tests/support/files/compound.ts';
import { readTable } from '#tests/support/files/read-table.ts';

/** Cell styles: General, dd/mm/yyyy by a custom code, five zeros, and the built-in formats 14 and 46. */
const STYLES = [
  record(0x041e, u16(164), biffString('dd/mm/yyyy')),
  record(0x041e, u16(165), biffString('00000')),
  ...[0, 164, 165, 14, 46].map((format) => record(0xe0, u16(0, format), Buffer.alloc(16))),
];

/** Returns the texts of cells in row 2 under a header. */
async function cells(records: readonly Buffer[], globals: readonly Buffer[] = []): Promise<string[]> {
  const workbook = biffWorkbook([label(0, 0, 'head'), ...records], [...STYLES, ...globals]);
  return (await readTable(workbook)).cells.flat();
}

const rk = (packed: number) => u32(packed);
/** Returns the upper 30 bits of a double. */
const rkDouble = (value: number) => (f64(value).readUInt32LE(4) & ~3) >>> 0;

test('numbers in 32 bits', async () => {
  const values = [
    (12 << 2) | 2,
    (-7 << 2) | 2,
    (1234 << 2) | 3,
    rkDouble(1.5),
    rkDouble(250) | 1,
    (0 << 2) | 2,
  ];
  const single = values.map((value, column) => record(0x027e, cell(1, column), rk(value)));
  const expected = ['12', '-7', '12.34', '1.5', '2.5', '0'];
  expect(await cells(single)).toEqual(expected);
  const entries = values.map((value) => Buffer.concat([u16(0), rk(value)]));
  expect(await cells([record(0xbd, u16(1, 0), ...entries, u16(values.length - 1))])).toEqual(expected);
});

test('numbers in formats, booleans, errors, blanks', async () => {
  const records = [
    number(1, 0, 45292, 1),
    number(1, 1, 501, 2),
    number(1, 2, 45292.5, 3),
    number(1, 3, 1.5, 4),
    record(0x0205, cell(1, 4), u8(1, 0)),
    record(0x0205, cell(1, 5), u8(0, 0)),
    record(0x0205, cell(1, 6), u8(7, 1)),
    record(0x0201, cell(1, 7)),
    record(0xbe, u16(1, 8, 0, 0, 9)),
    record(0xbd, u16(1, 10, 1), rk((45293 << 2) | 2), u16(2), rk((7 << 2) | 2), u16(11)),
    number(1, 12, 0.1 + 0.2),
  ];
  const expected = ['2024-01-01', '00501', '2024-01-01 12:00:00', '36:00:00', 'TRUE', 'FALSE'];
  expect(await cells(records)).toEqual([...expected, '', '', '', '', '2024-01-02', '00007', '0.3']);
});

test('results of formulas', async () => {
  const long = 'ab'.repeat(6_000);
  const part = biffString(long);
  const records = [
    formula(1, 0, f64(2.5)),
    formula(1, 1, f64(45292), 1),
    formula(1, 2, special(0)),
    record(0x0207, biffString('Łódź', { isWide: true })),
    formula(1, 3, special(1, 1)),
    formula(1, 4, special(2, 42)),
    formula(1, 5, special(3)),
    formula(1, 6, special(0)),
    // A shared formula between the cell and its text.
    record(0x04bc, u16(1, 1), u8(6, 6, 0, 1), u16(0)),
    record(0x0207, part.subarray(0, 8_000)),
    record(CONTINUE_RECORD, u8(0), part.subarray(8_000)),
    // Text that belongs to no formula.
    formula(1, 7, f64(1)),
    record(0x0207, biffString('stray')),
  ];
  expect(await cells(records)).toEqual(['2.5', '2024-01-01', 'Łódź', 'TRUE', '', '', long, '1']);
});

test('formulas under the numbers of Excel 3 and 4, as Apple Numbers writes them', async () => {
  const records = [
    formula(1, 0, f64(2.5), 0, 0x0206),
    formula(1, 1, special(0), 0, 0x0406),
    record(0x0207, biffString('Łódź', { isWide: true })),
    formula(1, 2, f64(45292), 1, 0x0406),
  ];
  expect(await cells(records)).toEqual(['2.5', 'Łódź', '2024-01-01']);
});

test('texts in cells, rich ones too, and shared ones', async () => {
  const records = [
    label(1, 0, 'in the cell'),
    record(0xd6, cell(1, 1), biffString('rich'), u16(1, 0, 5)),
    record(0x0204, cell(1, 2), biffString('part').subarray(0, 5)),
    record(CONTINUE_RECORD, u8(1), Buffer.from('rt', 'utf16le')),
    shared(1, 3, 1),
    label(1, 4, 'NUL \0 and \ud800 alone'),
    // The continuation of a record without cells belongs to no cell.
    record(0x5d, u16(1)),
    record(CONTINUE_RECORD, biffString('drawing')),
  ];
  const strings = sharedStrings(2, Buffer.concat([biffString('zero'), biffString('one', { runs: 1 })]));
  expect(await cells(records, [strings])).toEqual([
    'in the cell',
    'rich',
    'part',
    'one',
    'NUL  and \ufffd alone',
  ]);
});

test('a chart within a sheet, and sheets that are no worksheets', async () => {
  const chart = substream(0x20, [label(0, 0, 'chart'), number(1, 0, 9)]);
  const stream = workbookStream([
    { name: 'Chart', kind: 2, records: [label(0, 0, 'none')] },
    { name: 'Macros', kind: 1, records: [label(0, 0, 'none')] },
    { name: 'Łeads', records: [label(0, 0, 'head'), chart, label(1, 0, 'value')] },
    { name: 'Secret', state: 2, records: [label(0, 0, 'hidden')] },
  ]);
  const table = await readTable(compound('WORKBOOK', stream));
  expect(table.format).toMatchObject({ sheets: ['Łeads', 'Secret'], sheet: 'Łeads' });
  expect({ columns: table.columns, cells: table.cells }).toEqual({ columns: ['head'], cells: [['value']] });
});

describe('rows out of order', () => {
  const rows = 10_000;
  const expected = Array.from({ length: rows }, (_, row) => ({
    number: row + 2,
    cells: [`${row + 1}`, `text ${row + 1}`, `result ${row + 1}`],
  }));
  const parts = Array.from({ length: rows }, (_, index) => [
    number(index + 1, 0, index + 1),
    label(index + 1, 1, `text ${index + 1}`),
    Buffer.concat([formula(index + 1, 2, special(0)), record(0x0207, biffString(`result ${index + 1}`))]),
  ]);
  const head = ['n', 'text', 'result'].map((name, column) => label(0, column, name));

  test.each([
    ['backwards', [...parts.toReversed().flat(), ...head]],
    [
      'column by column',
      [0, 1, 2].flatMap((column) => [
        ...head.slice(column, column + 1),
        ...parts.flatMap((part) => part.slice(column, column + 1)),
      ]),
    ],
    ['in pairs', [...head, ...parts.flatMap((_, index) => parts[index ^ 1] ?? [])]],
    ['in order', [...head, ...parts.flat()]],
  ])('%s', async (_, records) => {
    expect((await readTable(biffWorkbook(records))).rows).toEqual(expected);
  });
});

test.each([
  ['a column beyond 256', [number(1, 256, 1)]],
  [
    'numbers beyond column 256',
    [record(0xbd, u16(1, 254, 0), rk(2), u16(0), rk(2), u16(0), rk(2), u16(256))],
  ],
  ['a shared string that is not there', [shared(1, 0, 0)]],
  ['a record that is too short', [record(0x0203, cell(1, 0), u32(0))]],
  [
    'a text that does not go on',
    [record(0x0204, cell(1, 0), biffString('cut off').subarray(0, 6)), number(1, 1, 1)],
  ],
  ['a text without an end', [record(0x0204, cell(1, 0), biffString('cut off').subarray(0, 6))]],
])('%s is damage', async (_, records) => {
  await expect(cells(records)).rejects.toMatchObject({ code: 'broken' });
});
