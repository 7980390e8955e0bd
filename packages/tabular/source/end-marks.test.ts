import { describe, expect, test } from 'vitest';
import { type CsvStyle, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';

const TEXT = 'Email;Имя\r\na@example.com;Анна\r\nb@example.com;Пётр\r\n';
const CELLS = [
  ['a@example.com', 'Анна'],
  ['b@example.com', 'Пётр'],
];

describe('the end of a file is no row:', () => {
  test.each<[string, string]>([
    ['Ctrl-Z', '\x1a'],
    ['Ctrl-Z twice', '\x1a\x1a'],
    ['Ctrl-Z and a line end', '\x1a\r\n'],
    ['Ctrl-Z on a line of blanks', ' \x1a \n'],
    ['NUL', '\0'],
    ['a block of NULs', '\0'.repeat(3_001)],
    ['more NULs than the head holds', '\0'.repeat(200_000)],
    ['a block of Ctrl-Z', '\x1a'.repeat(127)],
    ['Ctrl-Z and NULs', `\x1a${'\0'.repeat(511)}`],
    ['NULs and Ctrl-Z', `${'\0'.repeat(5)}\x1a`],
    ['Ctrl-Z, NULs and a line end', '\x1a\0\0\n'],
  ])('%s', async (_, end) => {
    for (const encoding of ['utf-8', 'windows-1251', 'utf-16le'] satisfies CsvStyle['encoding'][]) {
      const bytes = encode(TEXT + end, encoding, encoding === 'utf-16le');
      for (const source of [bytes, chunkedSource(bytes, [1, 64, 5])]) {
        const table = await readTable(source, { headerRow: 1 });
        expect([table.format.encoding, table.columns]).toEqual([encoding, ['Email', 'Имя']]);
        expect(table.cells).toEqual(CELLS);
      }
    }
  });

  test('Ctrl-Z right behind the last cell', async () => {
    const table = await readTable(encode('name,b\nAda Kern,2\x1a'));
    expect(table.cells).toEqual([['Ada Kern', '2']]);
  });
});

test('Ctrl-Z inside a file is a character', async () => {
  const table = await readTable(
    chunkedSource(encode(`name,city\n1\x1a,2\n\x1a3,4\n${'Ada,Bern\n'.repeat(9)}`), [3, 1]),
  );
  expect(table.cells.slice(0, 2)).toEqual([
    ['1\x1a', '2'],
    ['\x1a3', '4'],
  ]);
});

test.each(['\x1a', '\r\n\x1a', ' \n\n'])('nothing but %j is an empty file', async (text) => {
  await expect(readTable(encode(text))).rejects.toMatchObject({ code: 'empty' });
});

test('nothing but NULs is an unknown file', async () => {
  await expect(readTable(new Uint8Array(64))).rejects.toMatchObject({ code: 'not_supported' });
});
