import { expect, test } from 'vitest';
import { csv, encode } from '#tests/support/files/csv.ts';
import { encryptedWorkbook, png } from '#tests/support/files/hostile.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { sniff } from './sniff.ts';

const sheets = [{ name: 'Leads', rows: [['email'], ['a@example.com']] }];

test('containers are told by content', () => {
  expect(sniff(xlsx({ sheets }), 'leads.csv')).toBe('zip');
  expect(sniff(xls(sheets), 'leads.csv')).toBe('compound');
  expect(sniff(encryptedWorkbook(), 'leads.xlsx')).toBe('compound');
  expect(sniff(xls(sheets, { bookType: 'biff2' }), 'leads.xls')).toBe('biff');
  expect(sniff(csv([['email'], ['a@example.com']]), 'leads.xlsx')).toBe('text');
});

test.each([
  ['an image', png(), 'a PNG image'],
  ['a PDF', encode('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'a PDF document'],
  ['a web page', encode('\n<!DOCTYPE html><html><table></table></html>', 'utf-8', true), 'a web page'],
  ['a wide web page', encode('<table><tr><td>email</td></tr></table>', 'utf-16le', true), 'a web page'],
  ['XML', encode('<?xml version="1.0"?><Workbook/>'), 'an XML document'],
  ['JSON', encode('[\n {"email": "a@example.com"}]'), 'a JSON document'],
  [
    'noise',
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251),
    'neither text nor a workbook',
  ],
])('%s is refused and named', (_, bytes, what) => {
  expect(() => sniff(bytes, 'leads.csv')).toThrow(
    expect.objectContaining({
      code: 'not_supported',
      message: expect.stringContaining(`'leads.csv' is ${what}.`),
    }),
  );
});

test.each(['utf-16le', 'utf-16be'] as const)('%s without a mark is text', (encoding) => {
  expect(sniff(encode('email;phone\r\na@example.com;1\r\n', encoding), 'leads.csv')).toBe('text');
});
