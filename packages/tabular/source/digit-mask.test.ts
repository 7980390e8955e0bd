import { expect, test } from 'vitest';
import { readTable } from '#tests/support/files/read-table.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { shownFormat } from './number-format.ts';
import { numberText } from './number-text.ts';

test.each([
  ['00000-0000', 20355678, '02035-5678'],
  ['00000\\-0000', 123456789, '12345-6789'],
  ['"A-"000', 12, 'A-012'],
  ['"0"0000', 1097, '01097'],
  ['000-00-0000', 12345678, '012-34-5678'],
  ['[<=99999]00000;00000-0000', 501, '00501'],
  ['[<=99999]00000;00000-0000', 5011234, '00501-1234'],
  ['"DE-"00000', 1097, 'DE-01097'],
  ['\\F\\R\\-00', 7, 'FR-07'],
  ['00" "00" "00" "00" "00', 612345678, '06 12 34 56 78'],
  ['000 000', 12345, '012 345'],
  ['\\(00\\) 0000\\-0000', 1123456789, '(11) 2345-6789'],
  ['"+49 "000 0000000', 1511234567, '+49 151 1234567'],
  ['"0"###########', 15123456701, '015123456701'],
  ['"+36 "##" "###" "####', 301234567, '+36 30 123 4567'],
  ['00"."000"-"0', 1234567, '123.456-7'],
  ['"〒"000-0000', 1000001, '〒100-0001'],
  ['[$-419]000-000', 12345, '012-345'],
  ['_-"№ "000_-', 42, '№ 042'],
  ['00000-0000;@', 20355678, '02035-5678'],
  ['00-00', 1234567, '12345-67'],
  ['### ### 000', 1234, '1 234'],
  ['000 "szt."', 5, '005 szt.'],
])('the number format %s shows %d as %s', (code, value, text) => {
  expect(numberText(value, shownFormat(code), false)).toBe(text);
});

test.each([
  ['0" €"', 5, '5'],
  ['[$€-407] 000', 5, '005'],
  ['#,##0.00 "€"', 1234.5, '1234.5'],
  ['"days" 0', 3, '3'],
  ['+0', 447400123421, '447400123421'],
  ['0.00', 7, '7'],
  ['00%', 1, '1'],
  ['0000/00', 1, '1'],
  ['00.00E+00', 1, '1'],
  ['[>=1000]0', 5, '5'],
  ['#,##0;(#,##0)', 99, '99'],
  ['00-00', -5, '-5'],
  ['00-00', 1.5, '1.5'],
  ['yyyy-mm-dd', 45292, '2024-01-01'],
  ['"A-"', 5, '5'],
  ['', 5, '5'],
])('the number format %s leaves %d as %s', (code, value, text) => {
  expect(numberText(value, shownFormat(code), false)).toBe(text);
});

test('cells of XLSX and XLS are read as their number format shows them', async () => {
  const rows = [
    ['Email', 'ZIP'],
    ['a@example.com', { number: 20355678, format: '00000-0000' }],
    ['b@example.com', { number: 12, format: '"A-"000' }],
  ];
  for (const bytes of [xlsx({ sheets: [{ name: 'A', rows }] }), xls([{ name: 'A', rows }])]) {
    const { cells } = await readTable(bytes);
    expect(cells.map(([, zip]) => zip)).toEqual(['02035-5678', 'A-012']);
  }
});
