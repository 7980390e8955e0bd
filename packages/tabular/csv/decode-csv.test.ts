import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, type Encoding, openRecords, type Row } from '#packages/tabular/tabular.ts';
import { type CsvStyle, csv, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';
import { stripGuard } from '../write/guarded-text.ts';

const leads = [
  ['name', 'email'],
  ['Zoë Müller', 'zoe@example.com'],
  ['Bob', 'bob@example.com'],
];

const styles: [string, CsvStyle][] = [
  ['commas', {}],
  ['semicolons', { delimiter: ';' }],
  ['tabs', { delimiter: '\t' }],
  ['pipes', { delimiter: '|' }],
  ['CR line ends', { lineEnd: '\r' }],
  ['LF line ends, the last missing', { lineEnd: '\n', endLast: false }],
  ['UTF-8 with a mark', { mark: true }],
  ['UTF-16 LE with a mark', { encoding: 'utf-16le', mark: true }],
  ['UTF-16 BE with a mark', { encoding: 'utf-16be', mark: true }],
  ['UTF-16 LE without a mark', { encoding: 'utf-16le' }],
  ['UTF-16 BE without a mark', { encoding: 'utf-16be' }],
  ['Windows-1252', { encoding: 'windows-1252' }],
];

test.each(styles)('%s', async (_, style) => {
  const table = await readTable(csv(leads, style));
  expect(table.format).toEqual({
    kind: 'csv',
    delimiter: style.delimiter ?? ',',
    encoding: style.encoding ?? 'utf-8',
    sheets: [],
    sheet: null,
  });
  expect([table.columns, ...table.cells]).toEqual(leads);
});

describe('any table reads back the same', () => {
  const character = fc.constantFrom(...'ab"\'\n\r,;\t| €é“ü0='.split(''), '😀', 'Ж', '漢');
  const narrow = fc.constantFrom(...'ab"\n\r,;\t| €é“ü'.split(''));
  const tableOf = (unit: fc.Arbitrary<string>) =>
    fc.array(fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 2, maxLength: 5 }), { maxLength: 8 });
  const style = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const),
    lineEnd: fc.constantFrom('\r\n' as const, '\n' as const, '\r' as const),
    quotes: fc.constantFrom('needed' as const, 'all' as const),
    endLast: fc.boolean(),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

  /** Random text reveals only Unicode encodings, so others are `known`. */
  async function check(table: string[][], written: CsvStyle, chunks: number[], known?: Encoding) {
    const header = ['one', 'two', 'three', 'four', 'five'];
    // A record of only blanks is no row, so each begins with a word.
    const rows = table.map((cells) => ['x', ...cells.slice(1)]);
    const source = chunkedSource(csv([header, ...rows], written), chunks);
    const result = await readTable(source, known === undefined ? {} : { encoding: known });
    expect(result.format.delimiter).toBe(written.delimiter);
    const expected = rows.map((cells) => [...cells, '', '', ''].slice(0, 5));
    expect(result.cells.map((cells) => cells.map((cell) => cell))).toEqual(
      expected.map((cells) => blankTailCut(cells).map(stripGuard)),
    );
  }

  test('in UTF-8 and UTF-16', async () => {
    const encoding = fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const);
    await fc.assert(
      fc.asyncProperty(tableOf(character), style, encoding, sizes, async (table, written, chosen, chunks) =>
        check(table, { ...written, encoding: chosen, mark: true }, chunks),
      ),
      { numRuns: 400 },
    );
  });

  test('in Windows-1252', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(narrow), style, sizes, async (table, written, chunks) =>
        check([...table, ['x', 'é']], { ...written, encoding: 'windows-1252' }, chunks, 'windows-1252'),
      ),
      { numRuns: 200 },
    );
  });
});

/** Empties the blank cells at the end of a row, which the reader cuts off. */
function blankTailCut(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.map((cell, index) => (index > last ? '' : cell));
}

test('quotes, delimiters and line ends inside quotes', async () => {
  const table = await readTable(encode('a,b\r\n"x, ""y""\r\nz\rw\n",1\r\n'));
  expect(table.cells).toEqual([['x, "y"\r\nz\rw\n', '1']]);
});

test.each([
  ['a quote inside a plain cell', '5" pipe,x', ['5" pipe', 'x']],
  ['quotes that are not doubled', '"John "Johnny" Smith",x', ['John "Johnny" Smith', 'x']],
  ['a quoted word at the start', '"Big" Joe,x', ['"Big" Joe', 'x']],
  ['a quoted word before a quoted cell', '"Big" Joe,"x, y"', ['"Big" Joe', 'x, y']],
  ['blanks around quotes', ' "a, b" , "c"\t', ['a, b', 'c']],
  ['a quote left open on the last line', 'x,"y', ['x', 'y']],
])('%s', async (_, record, cells) => {
  for (const size of [1, 3, 1000]) {
    const table = await readTable(chunkedSource(encode(`h,i\r\n${record}`), [size]));
    expect(table.cells).toEqual([cells]);
  }
});

test('rows are numbered as records, blank ones counted but left out', async () => {
  const table = await readTable(encode('\r\na,b\r\n\r\n1,"2\r\n"\r\n , \r\n,,,\r\n3\r\n\r\n'));
  expect(table.rows).toEqual([
    { number: 4, cells: ['1', '2\r\n'] },
    { number: 7, cells: ['3', ''] },
  ]);
});

test('every line end ends a row, whichever came first', async () => {
  for (const [first, second, third] of ['\r\n \n \r', '\n \r \r\n', '\r \r\n \n'].map((ends) =>
    ends.split(' '),
  )) {
    const bytes = encode(`a,b${first}1,2${second}"3",4${third}5,"6\r7\n"${second}`);
    for (const size of [1, 2, 1000]) {
      const table = await readTable(chunkedSource(bytes, [size]));
      expect(table.rows).toEqual([
        { number: 2, cells: ['1', '2'] },
        { number: 3, cells: ['3', '4'] },
        { number: 4, cells: ['5', '6\r7\n'] },
      ]);
    }
  }
});

test('blank lines by the million are counted, but take neither memory nor time of their own', async () => {
  const blank = 2_000_000;
  const source = bytesSource(encode(`a,b\n${'\n'.repeat(blank)}1,2\n${'\r\n'.repeat(blank)}3,4`));
  const rows: Row[] = [];
  for await (const records of (await openRecords(source, { filename: 'leads.csv' })).records()) {
    rows.push(...records);
  }
  expect(rows).toEqual([
    { number: 1, cells: ['a', 'b'] },
    { number: blank + 2, cells: ['1', '2'] },
    { number: 2 * blank + 3, cells: ['3', '4'] },
  ]);
});

test('longer rows widen the table, shorter ones are filled', async () => {
  const table = await readTable(encode('a,,a,\n1\n1,2,3,4,,6,,\n'));
  expect(table.columns).toEqual(['a', 'Column 2', 'a (2)', 'Column 4', 'Column 5', 'Column 6']);
  expect(table.cells).toEqual([
    ['1', '', '', '', '', ''],
    ['1', '2', '3', '4', '', '6'],
  ]);
});

test.each([
  ['one column', 'email\na@example.com\nb@example.com\n', ',', 1],
  ['delimiters inside quotes', 'name;"a,b,c,d"\n"x, y, z";1\n', ';', 2],
  ['decimal commas between semicolons', 'name;amount\nx;1,50\ny;2,00\n', ';', 2],
  ['a line that names it', 'sep=|\r\na|b;c;d\r\n1|2\r\n', '|', 2],
])('the delimiter of %s', async (_, text, delimiter, columns) => {
  const table = await readTable(encode(text));
  expect(table.format.delimiter).toBe(delimiter);
  expect(table.columns).toHaveLength(columns);
});

test('one byte that is not UTF-8, far into the file, makes it Windows-1252', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`name ${index}`, 'plain']);
  const bytes = csv([['name', 'city'], ...rows, ['last', 'Köln']], { encoding: 'windows-1252' });
  const table = await readTable(bytes);
  expect(table.format.encoding).toBe('windows-1252');
  expect(table.cells.at(-1)).toEqual(['last', 'Köln']);
});

describe('a file that is valid UTF-8 but for a few bytes stays UTF-8:', () => {
  const [names, cut, end] = [
    Buffer.from('name,city\nJürgen,山田\nCut'),
    Buffer.of(0xc3),
    Buffer.from(',Łódź\n'),
  ];

  test.each([1, 2, 1000])('a character cut in half, read %d bytes at a time', async (size) => {
    const table = await readTable(chunkedSource(Buffer.concat([names, cut, end]), [size]));
    expect(table.format.encoding).toBe('utf-8');
    expect(table.cells).toEqual([
      ['Jürgen', '山田'],
      ['Cut\ufffd', 'Łódź'],
    ]);
  });

  test('a character cut off at the end of the file', async () => {
    const table = await readTable(Buffer.concat([names, end, Buffer.from('last,'), Buffer.of(0xe5, 0xb1)]));
    expect(table.format.encoding).toBe('utf-8');
    expect(table.cells.at(-1)).toEqual(['last', '\ufffd']);
  });

  test('as many whole characters as broken ones make it Windows-1252', async () => {
    const table = await readTable(
      Buffer.concat([Buffer.from('name,city\nM\u00fcller,K'), Buffer.of(0xf6), Buffer.from('ln\n')]),
    );
    expect(table.format.encoding).toBe('windows-1252');
    expect(table.cells).toEqual([['MÃ¼ller', 'Köln']]);
  });
});

test('1,000 columns', async () => {
  const header = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
  const row = header.map((name) => `${name}, "v"`);
  const table = await readTable(csv([header, row, row]));
  expect(table.columns).toEqual(header);
  expect(table.cells).toEqual([row, row]);
});

test('a cell of 10 MB, in small chunks', async () => {
  const cell = '"line, \r\n'.repeat(1_250_000);
  const table = await readTable(chunkedSource(csv([leads[0] ?? [], ['x', cell]]), [16_384]));
  expect(table.cells).toEqual([['x', `${cell.slice(0, 32_766)}…`]]);
});

test('a quote that is never closed is reported with its record', async () => {
  const short = encode('a,b\n1,2\n3,"4\n5,6\n7,8\n');
  await expect(readTable(short)).rejects.toMatchObject({
    code: 'broken',
    message: 'Record 3 of the file opens a quote that is never closed.',
  });
  const long = encode(`a,b\n1,2\n3,"4\n${'x,y\n'.repeat(5_000_000)}`);
  await expect(readTable(long)).rejects.toMatchObject({
    code: 'broken',
    message: expect.stringMatching(/^Record 3 of the file is longer than 16 million characters\./),
  });
});

test('stray quotes by the million take linear time', async () => {
  const line = `"a"b`.repeat(500_000);
  const table = await readTable(encode(`h,i\n${line},2\n${'"a"b,'.repeat(10_000)}\n`));
  expect(table.cells[0]?.[0]).toBe(`${line.slice(0, 32_766)}…`);
  expect(table.columns).toHaveLength(10_000);
});

test('too many columns', async () => {
  await expect(readTable(encode(`a\n${'1,'.repeat(16_385)}\n`))).rejects.toMatchObject({
    code: 'too_many_columns',
  });
});

test('NUL characters and guards are removed', async () => {
  const table = await readTable(encode(`${'name,formula\n'.repeat(9)}a\0b,'=1+1\n`));
  expect(table.cells.at(-1)).toEqual(['ab', '=1+1']);
});
