import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileColumnTools, TOOL_CELL_MAX } from './apply-column-tools.ts';
import { type ColumnTool, columnsAfterTools, columnToolsProblem } from './column-tools.ts';

const COLUMNS = ['First', 'Last', 'Status'];

/** Returns the row after the tools, by column. */
function rowAfter(cells: string[], ...tools: ColumnTool[]): Record<string, string | undefined> {
  expect(columnToolsProblem(COLUMNS, tools)).toBeNull();
  const { columns, apply } = compileColumnTools(COLUMNS, tools);
  const row = apply(cells);
  return Object.fromEntries(columns.map((column, index) => [column, row[index]]));
}

const replace = (change: Partial<Extract<ColumnTool, { tool: 'replace' }>>): ColumnTool => ({
  tool: 'replace',
  column: 'Status',
  find: 'a.b',
  replacement: 'x',
  ignoreCase: false,
  wholeCell: false,
  ...change,
});

describe('column tools', () => {
  test('merge joins the values that are not blank', () => {
    const merge: ColumnTool = { tool: 'merge', columns: ['Last', 'First'], separator: ', ', into: 'Name' };
    expect(rowAfter([' Ada ', 'Byron', ''], merge)).toMatchObject({ Name: 'Byron, Ada', First: ' Ada ' });
    expect(rowAfter(['Ada', ' ', ''], merge)).toMatchObject({ Name: 'Ada' });
    expect(rowAfter(['', '', ''], merge)).toMatchObject({ Name: '' });
  });

  test('split gives the rest to the last column', () => {
    const split: ColumnTool = { tool: 'split', column: 'First', separator: ' - ', into: ['A', 'B'] };
    expect(rowAfter(['x - y - z', '', ''], split)).toMatchObject({ A: 'x', B: 'y - z' });
    expect(rowAfter(['x', '', ''], split)).toMatchObject({ A: 'x', B: '' });
  });

  test('a constant and a default fill cells', () => {
    expect(rowAfter(['', '', ''], { tool: 'constant', into: 'Brand', value: 'Acme' })).toMatchObject({
      Brand: 'Acme',
    });
    const fill: ColumnTool = { tool: 'default', column: 'Status', value: 'new' };
    expect(rowAfter(['', '', '\t '], fill)).toMatchObject({ Status: 'new' });
    expect(rowAfter(['', '', 'old'], fill)).toMatchObject({ Status: 'old' });
  });

  test.each([
    [{}, 'a.b, acb, a.b', 'x, acb, x'],
    [{ find: 'A.B' }, 'a.b', 'a.b'],
    [{ find: 'A.B', ignoreCase: true }, 'a.b A.b', 'x x'],
    [{ find: 'é', ignoreCase: true }, 'É', 'x'],
    [{ wholeCell: true }, ' a.b ', 'x'],
    [{ wholeCell: true }, 'a.b c', 'a.b c'],
    [{ find: '$&', replacement: '$1' }, '$& costs', '$1 costs'],
    [
      { find: '(a+)+$', replacement: '' },
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
    ],
  ])('find and replace %j turns %j into %j', (change, cell, becomes) => {
    expect(rowAfter(['', '', cell], replace(change))['Status']).toBe(becomes);
  });

  test('run in order, each on the results of those before it', () => {
    const row = rowAfter(
      ['Ada', 'Byron', ''],
      { tool: 'merge', columns: ['First', 'Last'], separator: ' ', into: 'Name' },
      {
        tool: 'replace',
        column: 'Name',
        find: 'Byron',
        replacement: 'Lovelace',
        ignoreCase: false,
        wholeCell: false,
      },
      { tool: 'split', column: 'Name', separator: ' ', into: ['Given', 'Family'] },
    );
    expect(row).toMatchObject({ Name: 'Ada Lovelace', Family: 'Lovelace', Last: 'Byron' });
  });

  test('never grow a cell without limit', () => {
    const grown = Array.from({ length: 20 }, () => replace({ find: 'a', replacement: 'a'.repeat(200) }));
    expect(rowAfter(['', '', 'aaa'], ...grown)['Status']?.length).toBe(TOOL_CELL_MAX);
    const long = 'b'.repeat(TOOL_CELL_MAX + 10);
    expect(rowAfter(['', '', long], replace({ find: 'a' }))['Status']).toBe(long);
  });
});

describe('the check of column tools', () => {
  test.each<[ColumnTool[], string]>([
    [
      [{ tool: 'default', column: 'Nope', value: 'x' }],
      'Column tool 1 (Fill blanks): there is no column "Nope"',
    ],
    [
      [{ tool: 'constant', into: ' first', value: 'x' }],
      'Column tool 1 (Set a constant): there\'s already a column " first"',
    ],
    [
      [
        { tool: 'constant', into: 'Brand', value: 'x' },
        { tool: 'split', column: 'Last', separator: ' ', into: ['A', 'brand'] },
      ],
      'Column tool 2 (Split a column): there\'s already a column "brand"',
    ],
    [
      [{ tool: 'merge', columns: ['First', 'First'], separator: '', into: 'x' }],
      'Column tool 1 (Merge columns): the column "First" is named twice',
    ],
    [
      Array.from({ length: 6 }, (_, n) => ({
        tool: 'split' as const,
        column: 'Last',
        separator: ' ',
        into: Array.from({ length: 20 }, (_, part) => `${n}.${part}`),
      })),
      'Column tool 6 (Split a column): tools can add at most 100 columns',
    ],
  ])('names the tool and the column: %#', (tools, problem) => {
    expect(columnToolsProblem(COLUMNS, tools)).toBe(problem);
  });

  test('a tool can use the columns of those before it only', () => {
    const late: ColumnTool[] = [
      { tool: 'default', column: 'Brand', value: 'x' },
      { tool: 'constant', into: 'Brand', value: 'y' },
    ];
    expect(columnToolsProblem(COLUMNS, late)).toMatch(/there is no column "Brand"/);
    expect(columnToolsProblem(COLUMNS, late.toReversed())).toBeNull();
  });
});

const name = fc.constantFrom('First', 'Last', 'Status', 'A', 'B', 'C', 'D');
const text = fc.string({ maxLength: 5, unit: 'binary' });
const some = fc.string({ minLength: 1, maxLength: 3, unit: 'binary' });
const tool: fc.Arbitrary<ColumnTool> = fc.oneof(
  fc.record({
    tool: fc.constant('merge' as const),
    columns: fc.array(name, { minLength: 2, maxLength: 4 }),
    separator: text,
    into: name,
  }),
  fc.record({
    tool: fc.constant('split' as const),
    column: name,
    separator: some,
    into: fc.array(name, { minLength: 2, maxLength: 3 }),
  }),
  fc.record({ tool: fc.constant('constant' as const), into: name, value: some }),
  fc.record({ tool: fc.constant('default' as const), column: name, value: some }),
  fc.record({
    tool: fc.constant('replace' as const),
    column: name,
    find: some,
    replacement: text,
    ignoreCase: fc.boolean(),
    wholeCell: fc.boolean(),
  }),
);

test('any tools that pass the check leave each row a cell for each column, and the row it is given as it was', () => {
  fc.assert(
    fc.property(fc.array(tool, { maxLength: 6 }), fc.tuple(text, text, text), (drawn, cells) => {
      const tools: ColumnTool[] = [];
      for (const one of drawn) if (columnToolsProblem(COLUMNS, [...tools, one]) === null) tools.push(one);
      const { columns, apply } = compileColumnTools(COLUMNS, tools);
      const before = [...cells];
      const after = apply(cells);
      expect(columns).toEqual(columnsAfterTools(COLUMNS, tools));
      expect(new Set(columns).size).toBe(columns.length);
      expect(after).toHaveLength(columns.length);
      expect(after.every((cell) => typeof cell === 'string')).toBe(true);
      expect(cells).toEqual(before);
    }),
  );
});
