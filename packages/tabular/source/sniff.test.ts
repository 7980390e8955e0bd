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

const XML_2003 =
  '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n' +
  '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>';

test.each([
  ['an image', png(), 'This is a PNG image. Upload the table as .csv or .xlsx instead.'],
  ['a photo', encode('\xff\xd8\xff\xe0', 'windows-1252'), 'This is a JPEG image.'],
  ['a WebP image', encode('RIFF1234WEBPVP8 '), 'This is a WebP image.'],
  ['a PDF', encode('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'This is a PDF document.'],
  [
    'a web page',
    encode('\n<!DOCTYPE html><html><table></table></html>', 'utf-8', true),
    'This is a web page (HTML). Open it in Excel or LibreOffice, save it as .xlsx and upload it again.',
  ],
  [
    'a wide web page',
    encode('<table><tr><td>email</td></tr></table>', 'utf-16le', true),
    'This is a web page',
  ],
  ['XHTML', encode('<?xml version="1.0"?>\n<html><table/></html>'), 'This is a web page'],
  [
    'a saved web page',
    encode('MIME-Version: 1.0\r\nContent-Type: multipart/related'),
    'This is a saved web page',
  ],
  [
    'XML Spreadsheet 2003',
    encode(XML_2003),
    'This is an XML spreadsheet of Excel 2003. Open it in Excel or LibreOffice, save it as .xlsx and upload it again.',
  ],
  [
    'a flat OpenDocument',
    encode('<?xml version="1.0"?><office:document/>'),
    'This is a flat OpenDocument file.',
  ],
  ['XML', encode('<?xml version="1.0"?><leads/>'), 'This is an XML document.'],
  ['contact cards', encode('BEGIN:VCARD\r\nVERSION:3.0'), 'This is a file of contact cards (vCard).'],
  ['JSON', encode('[\n {"email": "a@example.com"}]'), 'This is a JSON document.'],
  [
    'noise',
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251),
    "'leads.csv' is neither text nor a workbook. Upload a .csv, .xlsx or .xls file.",
  ],
])('%s is refused and named', (_, bytes, message) => {
  expect(() => sniff(bytes, 'leads.csv')).toThrow(
    expect.objectContaining({ code: 'not_supported', message: expect.stringContaining(message) }),
  );
});

test.each(['utf-16le', 'utf-16be'] as const)('%s without a mark is text', (encoding) => {
  expect(sniff(encode('email;phone\r\na@example.com;1\r\n', encoding), 'leads.csv')).toBe('text');
});
