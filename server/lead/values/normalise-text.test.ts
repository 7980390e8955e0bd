import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readBoolean,
  readIp,
  readPostcode,
  readStatus,
  readTagList,
  readTags,
  readText,
  uniteTags,
} from './normalise-text.ts';

test('texts lose the blanks around them and NUL, nothing else', () => {
  expect(readText(' \u00a0a  b\nc\t')).toBe('a  b\nc');
  expect(readText('\u0000a\u0000b \u0000')).toBe('ab');
});

test('IP addresses', () => {
  const valid = ['1.2.3.4', '255.255.255.255', '2001:db8::1', '::ffff:1.2.3.4'];
  expect(valid.map(readIp)).toEqual(valid);
  expect([readIp(' 1.2.3.4 '), readIp('[2001:DB8::A]')]).toEqual(['1.2.3.4', '2001:db8::a']);
  const invalid = [
    '',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4:80',
    '1.2.3.4, 5.6.7.8',
    '10.0.0.0/8',
    'fe80::1%eth0',
    'x',
  ];
  expect(invalid.filter((text) => readIp(text) !== null)).toEqual([]);
});

test('tags are separated by comma, semicolon or pipe, and the first spelling stays', () => {
  expect(readTags(' VIP, hot;cold | vip,,; Hot |')).toEqual(['VIP', 'hot', 'cold']);
  expect(readTags(' ,;| ')).toEqual([]);
  expect(uniteTags(['a'], ['A', 'b'], ['B', 'c', ''])).toEqual(['a', 'b', 'c']);
});

test('quoted tags lose their quotes, and labels of Google Contacts their mark', () => {
  expect(readTags('"VIP","Hot"')).toEqual(['VIP', 'Hot']);
  expect(readTags('"newsletter"')).toEqual(['newsletter']);
  expect(readTags('vinyl 12"; ">')).toEqual(['vinyl 12"', '">']);
  expect(readTags('"* VIP" ; " a"')).toEqual(['VIP', 'a']);
  expect(readTags('* myContacts ::: Leads')).toEqual(['myContacts', 'Leads']);
});

test('a list of tags holds none with a separator', () => {
  expect(readTagList(['a,b', 'B;c|d', ' '])).toEqual(['a', 'b', 'c', 'd']);
  expect(readTagList([])).toEqual([]);
});

test('postcodes lose the apostrophe of spreadsheets and the z: of lead ads', () => {
  const typed = ['z:28013', "'K1A 0B6", 'Z: LS1 4DY', " '01234 ", '01234', 'Z1', "'; --"];
  expect(typed.map(readPostcode)).toEqual(['28013', 'K1A 0B6', 'LS1 4DY', '01234', '01234', 'Z1', "'; --"]);
});

test('what is left of a postcode may be a word for nothing', () => {
  expect(["'NULL", 'z: n/a', "'-", "'keine"].map(readPostcode)).toEqual(['', '', "'-", '']);
});

test('what was read once is read again as it is', () => {
  const unit = fc.constantFrom('a', 'n/a', '"', "'", '*', ' ', ',', ':', ':::', 'z:', '=', '\0');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const tags = readTags(text);
      expect(readTags(tags.join(', '))).toEqual(tags);
      const postcode = readPostcode(text);
      expect(readPostcode(postcode)).toBe(postcode);
    }),
    { numRuns: 20_000 },
  );
});

test('known statuses become lower case, others stay', () => {
  const typed = [' New ', 'QUALIFIED', 'Contacted', 'converted', 'No Answer'];
  expect(typed.map(readStatus)).toEqual(['new', 'qualified', 'contacted', 'converted', 'No Answer']);
});

test('yes and no', () => {
  expect(['Yes', 'y', 'TRUE', '1', 'on', ' t '].map(readBoolean)).toEqual(Array(6).fill(true));
  expect(['No', 'n', 'false', '0', 'OFF', 'f', '0.0', '0,00'].map(readBoolean)).toEqual(Array(8).fill(false));
  expect(['1.0', '1,0', '1.00'].map(readBoolean)).toEqual(Array(3).fill(true));
  expect(['', 'maybe', '2'].map(readBoolean)).toEqual([null, null, null]);
});
