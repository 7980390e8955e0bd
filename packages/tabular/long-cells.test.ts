import { describe, expect, test } from 'vitest';
import { MAX_CELL_CHARACTERS } from '#contract/limits.ts';
import { tableWorkbook } from '#tests/support/files/biff-strings.ts';
import { csv, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { type FixtureSheet, sheetXml, xlsx } from '#tests/support/files/xlsx.ts';
import { inspect } from './inspect.ts';
import { bytesSource } from './source/byte-source.ts';
import { isCutCell } from './source/cell-text.ts';

const LIMIT = MAX_CELL_CHARACTERS;
const cut = (text: string) => `${text.slice(0, LIMIT - 1)}…`;

const sheetOf = (rows: string[][]): FixtureSheet => ({ name: 'Data', rows });
const formats: [string, (rows: string[][]) => Uint8Array][] = [
  ['plain CSV', (rows) => csv(rows)],
  ['quoted CSV', (rows) => csv(rows, { quotes: 'all' })],
  ['shared strings of XLSX', (rows) => xlsx({ sheets: [sheetOf(rows)] })],
  ['inline strings of XLSX', (rows) => xlsx({ sheets: [sheetOf(rows)], inline: true })],
  ['shared strings of XLS', (rows) => tableWorkbook(rows)],
  ['inline strings of XLS', (rows) => tableWorkbook(rows, true)],
];

describe.each(formats)('%s', (_, write) => {
  test('a cell over 32,767 characters is cut and ends in …, a shorter one stays whole', async () => {
    const longest = 'ab'.repeat(LIMIT).slice(0, LIMIT);
    const { cells } = await readTable(
      write([
        ['one', 'two'],
        [longest, 'x'],
        [`${longest}a`, 'y'],
        ['z', 'ab'.repeat(30_000)],
      ]),
    );
    expect(cells).toEqual([
      [longest, 'x'],
      [cut(longest), 'y'],
      ['z', cut('ab'.repeat(LIMIT))],
    ]);
    expect(cells.flat().map(isCutCell)).toEqual([false, false, true, false, false, true]);
  });
});

test('a cut keeps the characters beyond the BMP whole', async () => {
  const { cells } = await readTable(
    csv([
      ['one', 'two', 'three'],
      ['😀'.repeat(20_000), `x${'😀'.repeat(20_000)}`, `'=${'😀'.repeat(20_000)}`],
    ]),
  );
  expect(cells).toEqual([
    [`${'😀'.repeat(16_383)}…`, `x${'😀'.repeat(16_382)}…`, `=${'😀'.repeat(16_382)}…`],
  ]);
  expect(cells.flat().map(isCutCell)).toEqual([true, true, true]);
});

test('millions of doubled quotes in a CSV cell are cut', async () => {
  const { cells } = await readTable(encode(`a,b\n1,"${'""'.repeat(7_000_000)}"\n2,x\n`));
  expect(cells).toEqual([
    ['1', cut('"'.repeat(LIMIT))],
    ['2', 'x'],
  ]);
});

test('millions of references and escapes in an XLSX cell are cut', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const runs = `<c t="inlineStr"><is>${'<r><t>abc</t></r>'.repeat(500_000)}</is></c>`;
  const xml = sheetXml(
    `<row>${cell('one')}${cell('two')}${cell('three')}</row>
     <row>${cell('&quot;'.repeat(3_000_000))}${cell('_x0041_'.repeat(1_000_000))}${runs}</row>`,
  );
  const { cells } = await readTable(xlsx({ sheets: [{ name: 'Data', rows: [], xml }] }));
  expect(cells).toEqual([[cut('"'.repeat(LIMIT)), cut('A'.repeat(LIMIT)), cut('abc'.repeat(LIMIT))]]);
});

test('a long shared string in many cells costs each of them 32,767 characters', async () => {
  const cell = '<c t="s"><v>0</v></c>';
  const xml = sheetXml(`<row>${cell}</row><row>${cell}</row><row>${cell}</row>`);
  const stringsXml = `<sst><si><t>${'x'.repeat(10_000_000)}</t></si></sst>`;
  const { cells } = await readTable(xlsx({ sheets: [{ name: 'Data', rows: [], xml }], stringsXml }));
  expect(cells).toEqual([[cut('x'.repeat(LIMIT))], [cut('x'.repeat(LIMIT))]]);
});

/** Makes rows with one cell each, in Excel's last column. */
function lastColumn(rows: number): Uint8Array {
  const xml = Array.from({ length: rows }, (_, row) => `<row><c r="XFD${row + 1}"><v>7</v></c></row>`);
  return xlsx({ sheets: [{ name: 'Data', rows: [], xml: sheetXml(xml.join('')) }] });
}

test('rows with a cell in the last column are read one after another', async () => {
  const found = await inspect(bytesSource(lastColumn(300)), { filename: 'wide.xlsx' });
  expect(found).toMatchObject({ totalRows: 299 });
  expect(found.columns).toHaveLength(16_384);
  expect(found.preview).toHaveLength(24);
  expect(found.preview[0]).toMatchObject({ 'Column 1': '', 7: '7' });
});

test('more than 100,000,000 cells in a wide table, most of them blank, are too many columns', async () => {
  await expect(inspect(bytesSource(lastColumn(20_000)), { filename: 'wide.xlsx' })).rejects.toMatchObject({
    code: 'too_many_columns',
    message: expect.stringContaining('column 16,384'),
  });
});

test('the preview of many long cells has 4 million characters and a few more', async () => {
  const row = Array.from({ length: 500 }, () => 'word '.repeat(200));
  const found = await inspect(
    bytesSource(csv([row.map((_, n) => `c${n}`), ...Array.from({ length: 50 }, () => row)])),
    {
      filename: 'long.csv',
    },
  );
  expect(found.preview).toHaveLength(50);
  expect(found.preview[0]?.['c0']).toHaveLength(1_000);
  expect(found.preview[49]?.['c0']).toBe(`${'word '.repeat(10)}…`);
});
