import { expect, test } from 'vitest';
import { readTable } from '#tests/support/files/read-table.ts';
import { columnName, sheetXml, xlsx } from '#tests/support/files/xlsx.ts';

const text = (reference: string, value: string) => `<c r="${reference}" t="str"><v>${value}</v></c>`;
const plain = (value: string) => `<c t="str"><v>${value}</v></c>`;

function read(rows: string) {
  return readTable(xlsx({ sheets: [{ name: 'A', rows: [], xml: sheetXml(rows) }] }), { headerRow: 1 });
}

const HEADER = `<row r="1">${text('A1', 'Email')}</row><row r="1">${text('B1', 'Prénom')}</row>`;

test.each<[string, string, string[][]]>([
  [
    'an element for each cell',
    `<row r="2">${text('A2', 'a@b.cd')}</row><row r="2">${text('B2', 'Zoë')}</row>`,
    [['a@b.cd', 'Zoë']],
  ],
  [
    'cells from right to left',
    `<row r="2">${text('B2', 'Łucja')}</row><row r="2">${text('A2', 'a@b.cd')}</row>`,
    [['a@b.cd', 'Łucja']],
  ],
  [
    'cells without references',
    `<row r="2">${plain('a@b.cd')}</row><row r="2">${plain('Юля')}</row>`,
    [['a@b.cd', 'Юля']],
  ],
  [
    'elements without numbers, cells with references',
    `<row>${text('A2', 'a@b.cd')}</row><row>${text('B2', '太郎')}</row>`,
    [['a@b.cd', '太郎']],
  ],
  [
    'elements without numbers and cells without references are rows of their own',
    `<row>${plain('a@b.cd')}</row><row>${plain('c@d.ef')}</row>`,
    [
      ['a@b.cd', ''],
      ['c@d.ef', ''],
    ],
  ],
  [
    'an element without cells between',
    `<row r="2">${text('A2', 'a@b.cd')}</row><row r="2"/><row r="2">${text('B2', 'Ayşe')}</row>`,
    [['a@b.cd', 'Ayşe']],
  ],
  [
    'a blank cell repeats a filled cell',
    `<row r="2">${text('A2', 'a@b.cd')}</row><row r="2"><c r="A2"/>${text('B2', 'José')}</row>`,
    [['a@b.cd', 'José']],
  ],
  [
    'a numbered row after unnumbered rows',
    `<row>${text('A2', 'a@b.cd')}</row><row r="2">${text('B2', 'Bo')}</row><row r="4">${text('A4', 'c@d.ef')}</row>`,
    [
      ['a@b.cd', 'Bo'],
      ['c@d.ef', ''],
    ],
  ],
  [
    'numbers in single quotes behind other attributes',
    `<row spans="1:2" r='2'>${text('A2', 'a@b.cd')}</row><row ht="3" r='2'>${text('B2', 'Ω')}</row>`,
    [['a@b.cd', 'Ω']],
  ],
  [
    'three elements of a row, then whole rows',
    `<row r="2">${text('A2', 'a@b.cd')}</row><row r="2">${text('B2', 'B')}</row><row r="2">${text('C2', 'C')}</row>` +
      `<row r="3">${text('A3', 'c@d.ef')}${text('B3', 'D')}</row>`,
    [
      ['a@b.cd', 'B', 'C'],
      ['c@d.ef', 'D', ''],
    ],
  ],
  [
    'column by column',
    `<row r="2">${text('A2', 'a@b.cd')}</row><row r="3">${text('A3', 'c@d.ef')}</row>` +
      `<row r="2">${text('B2', 'Ñandú')}</row><row r="3">${text('B3', 'Đorđe')}</row>`,
    [
      ['a@b.cd', 'Ñandú'],
      ['c@d.ef', 'Đorđe'],
    ],
  ],
  [
    'from the last row to the first',
    `<row r="3">${text('A3', 'c@d.ef')}</row><row r="2">${text('A2', 'a@b.cd')}${text('B2', 'Bo')}</row>`,
    [
      ['a@b.cd', 'Bo'],
      ['c@d.ef', ''],
    ],
  ],
])('row elements with the same number are one row: %s', async (_, rows, cells) => {
  const table = await read(HEADER + rows);
  expect(table.columns.slice(0, 2)).toEqual(['Email', 'Prénom']);
  expect(table.cells).toEqual(cells);
});

test('row elements with the same number are one row across chunks', async () => {
  const width = 5;
  const table = Array.from({ length: 8_000 }, (_, row) =>
    Array.from({ length: width }, (_cell, column) => `row ${row} column ${column}`),
  );
  const rows = table.flatMap((cells, row) =>
    cells.map((cell, column) => `<row r="${row + 1}">${text(columnName(column) + (row + 1), cell)}</row>`),
  );
  const found = await read(rows.join(''));
  expect([found.columns, ...found.cells]).toEqual(table);
});

test('row elements with the same number are one row although a cell is far to the right', async () => {
  const found = await read(
    `${HEADER}<row r="2">${text('A2', 'a@b.cd')}</row><row r="2">${text('BZZ2', 'x')}</row>`,
  );
  expect(found.cells).toHaveLength(1);
  expect([found.cells[0]?.[0], found.cells[0]?.at(-1)]).toEqual(['a@b.cd', 'x']);
});
