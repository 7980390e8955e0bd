import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pasteBlock, readBlock, writeBlock } from './cell-block.ts';

const SIZE = { rows: 10, columns: 4 };
const at = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column });

describe('readBlock', () => {
  it('reads the cells of a spreadsheet', () => {
    expect(readBlock('a\tb\nc\td\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readBlock('ada@mail.example')).toEqual([['ada@mail.example']]);
  });

  it('keeps empty cells and evens out the rows', () => {
    expect(readBlock('a\t\n\tb\nc')).toEqual([
      ['a', ''],
      ['', 'b'],
      ['c', ''],
    ]);
    expect(readBlock('')).toEqual([['']]);
    expect(readBlock('a\n\nb')).toEqual([['a'], [''], ['b']]);
  });

  it('reads quoted cells with tabs, line breaks and quotation marks', () => {
    expect(readBlock('"two\nlines"\t"a ""b"" c"\n"tab\there"\td')).toEqual([
      ['two\nlines', 'a "b" c'],
      ['tab\there', 'd'],
    ]);
  });

  it('takes a quotation mark without a partner as text', () => {
    expect(readBlock('"VIP\tb')).toEqual([['"VIP', 'b']]);
    expect(readBlock('"VIP" tag\tb')).toEqual([['"VIP" tag', 'b']]);
    expect(readBlock('5" pipe')).toEqual([['5" pipe']]);
  });
});

describe('writeBlock', () => {
  it.each(['=1+1', ' =1', '"=1"', '-a', '@SUM(A1)', '＝1', '\n=1', '+44 20 7946 0101'])(
    'writes no formula of %j',
    (text) => {
      expect(writeBlock([['a', text]])).toMatch(/^a\t"?'/);
    },
  );

  it.each(['-5', '+447911123456', '-1.000,50', '1-2', 'a=1', "'Tis"])('writes %j as it is', (text) => {
    expect(writeBlock([[text]])).toBe(text);
  });
});

it('reads every block that it wrote', () => {
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(
        fc.array(
          fc.string({
            unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é', '=', '-', '＋', "'", '5'),
          }),
          {
            minLength: columns,
            maxLength: columns,
          },
        ),
        { minLength: rows, maxLength: rows },
      ),
    )
    // A final row with an empty cell looks like the line break that closes the block.
    .filter((rows) => rows.length === 1 || rows.at(-1)?.join('') !== '' || (rows[0]?.length ?? 0) > 1);
  fc.assert(
    fc.property(block, (cells) => {
      expect(readBlock(writeBlock(cells))).toEqual(cells);
    }),
  );
});

describe('pasteBlock', () => {
  const block = [
    ['a', 'b'],
    ['c', 'd'],
  ];
  const texts = (pasted: ReturnType<typeof pasteBlock>) =>
    pasted?.cells.map(({ row, column, text }) => `${row}:${column}=${text}`);

  it('pastes from the selected cell', () => {
    const pasted = pasteBlock(block, at(3, 1), SIZE);
    expect(texts(pasted)).toEqual(['3:1=a', '3:2=b', '4:1=c', '4:2=d']);
    expect(pasted?.cut).toBe(0);
  });

  it('fills a selection with one text', () => {
    const pasted = pasteBlock([['x']], { top: 1, bottom: 3, left: 0, right: 1 }, SIZE);
    expect(pasted?.cells).toHaveLength(6);
    expect(pasted?.cells.every(({ text }) => text === 'x')).toBe(true);
  });

  it('repeats a block in a selection that it fits', () => {
    const pasted = pasteBlock([['a', 'b']], { top: 0, bottom: 1, left: 0, right: 3 }, SIZE);
    expect(texts(pasted)).toEqual(['0:0=a', '0:1=b', '0:2=a', '0:3=b', '1:0=a', '1:1=b', '1:2=a', '1:3=b']);
  });

  it('pastes a block once where it does not fit the selection', () => {
    const pasted = pasteBlock(block, { top: 0, bottom: 2, left: 0, right: 2 }, SIZE);
    expect(texts(pasted)).toEqual(['0:0=a', '0:1=b', '1:0=c', '1:1=d']);
  });

  it('cuts what lies beyond the grid, and counts it', () => {
    const pasted = pasteBlock(block, at(9, 3), SIZE);
    expect(texts(pasted)).toEqual(['9:3=a']);
    expect(pasted?.cut).toBe(3);
  });
});
