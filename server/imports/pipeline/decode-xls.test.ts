import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { truncated } from '#tests/support/files/hostile.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';
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

test.each(['biff5', 'biff2'] as const)('%s', async (bookType) => {
  const sheet = {
    name: 'Sheet1',
    rows: [
      ['name', 'n'],
      ['Bob', 12],
    ],
  };
  expect((await readTable(xls([sheet], { bookType }))).cells).toEqual([['Bob', '12']]);
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

test('a workbook with a password', async () => {
  const container = CFB.utils.cfb_new();
  const biff8 = Buffer.from('0908100000060500000000000000000000000000', 'hex');
  const filePass = Buffer.from('2f003600010001000100', 'hex');
  CFB.utils.cfb_add(container, '/Workbook', Buffer.concat([biff8, filePass, Buffer.alloc(5_000, 0x5a)]));
  const bytes = Buffer.from(CFB.write(container, { type: 'buffer' }));
  await expect(readTable(bytes, { filename: 'leads.xls' })).rejects.toMatchObject({ code: 'encrypted' });
});

test('another Office document', async () => {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/WordDocument', Buffer.alloc(5_000, 1));
  const bytes = Buffer.from(CFB.write(container, { type: 'buffer' }));
  await expect(readTable(bytes, { filename: 'leads.xls' })).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringContaining("'leads.xls' is an Office document without a worksheet."),
  });
});

test('a workbook too large to be held in memory', async () => {
  const head = xls([leads]);
  const source = { ...chunkedSource(head, [4_096]), size: 41 * 1024 * 1024 };
  await expect(readTable(source, { filename: 'leads.xls' })).rejects.toMatchObject({
    code: 'too_large_unpacked',
    message: 'XLS workbooks are read up to 40 MB. Save it as XLSX or CSV and try again.',
  });
});
