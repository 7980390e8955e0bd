import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { cell, label, record, substream, u8, u16, u32 } from '#tests/support/files/biff.ts';
import { tableWorkbook } from '#tests/support/files/biff-strings.ts';
import { compound } from '#tests/support/files/compound.ts';
import { truncated } from '#tests/support/files/hostile.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { type FixtureSheet, xlsx } from '#tests/support/files/xlsx.ts';

const leads: FixtureSheet = {
  name: 'Leads',
  rows: [
    ['name', 'phone', 'zip', 'joined', 'zip'],
    ['Zoë', 447700900123, { number: 501, format: '00000' }, { number: 45292, format: 'dd/mm/yyyy' }],
    [],
    [null, 4.47e11, 0.1 + 0.2, { number: 45292.5, format: 'yyyy-mm-dd hh:mm' }, 'x', 'beyond'],
  ],
};

test('an XLS workbook reads like the same XLSX workbook', async () => {
  const [old, modern] = await Promise.all([readTable(xls([leads])), readTable(xlsx({ sheets: [leads] }))]);
  expect(old.format).toEqual({
    kind: 'xls',
    delimiter: null,
    encoding: null,
    sheets: ['Leads'],
    sheet: 'Leads',
  });
  expect(old.columns).toEqual(['name', 'phone', 'zip', 'joined', 'zip (2)', 'Column 6']);
  expect(old.rows).toEqual([
    { number: 2, cells: ['Zoë', '447700900123', '00501', '2024-01-01', '', ''] },
    { number: 4, cells: ['', '447000000000', '0.3', '2024-01-01 12:00:00', 'x', 'beyond'] },
  ]);
  expect({ columns: old.columns, rows: old.rows }).toEqual({ columns: modern.columns, rows: modern.rows });
});

test('BIFF5, in the code page of the workbook', async () => {
  const rows = [...leads.rows.slice(2), ['Miller', 12, { number: 7, format: '000' }]];
  const [five, eight] = await Promise.all(
    (['biff5', 'biff8'] as const).map((bookType) => readTable(xls([{ name: 'Leads', rows }], { bookType }))),
  );
  expect(five).toEqual(eight);
  const cyrillic = biff5Workbook(1251, Buffer.from('cfe8f1fcece0', 'hex'));
  expect(await readTable(cyrillic)).toMatchObject({ columns: ['Письма'], cells: [['Письма']] });
});

test('a workbook of Excel 2 is refused', async () => {
  await expect(readTable(xls([leads], { bookType: 'biff2' }))).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining('save it as .xlsx'),
  });
});

test('a workbook of Excel 4 in a compound file is refused', async () => {
  const stream = Buffer.concat([record(0x0409, u16(0, 0x10, 0)), record(0x0a)]);
  await expect(readTable(compound('Book', stream))).rejects.toMatchObject({ code: 'not_supported' });
});

test('a table of many shared strings', async () => {
  const rows = Array.from({ length: 3_000 }, (_, row) => [
    `text ${row}`,
    `${row % 2 ? 'Łódź' : 'Zoë'} ${row}`,
    row,
  ]);
  const table = await readTable(tableWorkbook([['a', 'b', 'c'], ...rows]));
  expect(table.cells).toEqual(rows.map((cells) => cells.map(String)));
});

test('sheets, hidden ones listed, and the 1904 date system', async () => {
  const sheets = [
    { name: 'Secret', hidden: true, rows: [['hidden'], ['1']] },
    { name: 'Blank', rows: [] },
    { name: 'Dates', rows: [['joined'], [{ number: 43830, format: 'yyyy-mm-dd' }]] },
  ];
  const table = await readTable(xls(sheets, { date1904: true }));
  expect(table.format).toMatchObject({ sheets: ['Secret', 'Blank', 'Dates'], sheet: 'Dates' });
  expect(table.cells).toEqual([['2024-01-01']]);
  expect((await readTable(xls(sheets), { sheet: 'Secret' })).cells).toEqual([['1']]);
  await expect(readTable(xls(sheets), { sheet: 'None' })).rejects.toMatchObject({ code: 'unknown_sheet' });
});

test.each([0.01, 0.5, 0.9])('truncated to %d of its bytes', async (share) => {
  const rows = Array.from({ length: 500 }, (_, index) => [`name ${index}`]);
  await expect(readTable(truncated(xls([{ name: 'A', rows }]), share))).rejects.toMatchObject({
    code: 'truncated',
  });
});

test.each([
  ['XOR', u16(0, 0x1234, 0x5678)],
  ['RC4', Buffer.concat([u16(1, 1, 1), Buffer.alloc(48, 7)])],
  ['CryptoAPI', Buffer.concat([u16(1, 2, 2), Buffer.alloc(190, 7)])],
])('a workbook with a password (%s)', async (_, key) => {
  const noise = Buffer.alloc(5_000, 0x5a);
  const stream = Buffer.concat([record(0x0809, u16(0x0600, 5, 0, 0)), record(0x2f, key), noise]);
  await expect(readTable(compound('Workbook', stream))).rejects.toMatchObject({ code: 'encrypted' });
});

test.each([
  ['WordDocument', 'This is a Word document. Copy the table into a spreadsheet'],
  ['__properties_version1.0', 'This is an Outlook message.'],
  ['Drawing', 'This is an Office document without a worksheet.'],
])('another Office document, with %s', async (stream, message) => {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5_000, 1));
  const bytes = Buffer.from(CFB.write(container, { type: 'buffer' }));
  await expect(readTable(bytes, { filename: 'leads.xls' })).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining(message),
  });
});

test.each([
  ['no records', Buffer.alloc(5_000)],
  ['no globals', substream(0x10, [label(0, 0, 'x')])],
  ['no worksheets', substream(0x05, [])],
  ['two sheets in one place', substream(0x05, [bound(8), bound(8)])],
  ['a sheet beyond the end', substream(0x05, [bound(90_000_000)])],
  [
    'substreams within each other',
    Buffer.concat([substream(0x05, [bound(43)]), ...Array(20).fill(record(0x0809, u16(0x0600, 0x10)))]),
  ],
])('%s', async (_, stream) => {
  await expect(readTable(compound('Workbook', stream))).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:broken|truncated)$/),
  });
});

function bound(position: number): Buffer {
  return record(0x85, u32(position), u8(0, 0, 1, 0, 65));
}

/** Returns a BIFF5 workbook whose only text is in the header and in row 2. */
function biff5Workbook(codePage: number, text: Buffer): Buffer {
  const texts = [0, 1].map((row) => record(0x0204, cell(row, 0), u16(text.length), text));
  const globals = (position: number) =>
    substream(5, [record(0x42, u16(codePage)), record(0x85, u32(position), u8(0, 0, 1, 65))], 0x0500);
  return compound('Book', Buffer.concat([globals(globals(0).length), substream(0x10, texts, 0x0500)]));
}
