import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { bytesSource, openTable, type Row, type Table } from '#packages/tabular/tabular.ts';
import { csv } from '#tests/support/files/csv.ts';
import { withColumnTools } from './apply-column-tools.ts';
import { withValueMaps } from './apply-value-maps.ts';

async function tableOf(rows: string[][]): Promise<Table> {
  return openTable(bytesSource(new Uint8Array(csv([['Name', 'Status'], ...rows]))), { filename: 'a.csv' });
}

async function rowsOf(table: Table): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of table.batches()) rows.push(...batch);
  return rows;
}

const plan = (change: Record<string, unknown>): ImportPlan =>
  importPlan.parse({ fieldMapping: { Name: 'firstName' }, ...change });

const PLAN = plan({
  columnTools: [
    { tool: 'split', column: 'Name', separator: ' ', into: ['First', 'Last'] },
    { tool: 'default', column: 'Status', value: 'new' },
  ],
  valueMaps: { Status: { neu: 'new', Weg: '', bleibt: null }, Last: { lovelace: 'Byron' } },
});

test('tools come before value maps, which find values in any case and with or without accents', async () => {
  const table = await tableOf([
    ['Ada LOVELACE', ' NEU '],
    ['Émile', 'weg'],
    ['Kurt', ''],
    ['Alan', 'Bleibt'],
    ['Grace', '="neu"'],
  ]);
  const mapped = withValueMaps(withColumnTools(table, PLAN), PLAN);
  expect(mapped.columns).toEqual(['Name', 'Status', 'First', 'Last']);
  expect((await rowsOf(mapped)).map(({ cells }) => cells.slice(1))).toEqual([
    ['new', 'Ada', 'Byron'],
    ['', 'Émile', ''],
    ['new', 'Kurt', ''],
    ['Bleibt', 'Alan', ''],
    ['new', 'Grace', ''],
  ]);
});

test('plans without tools and maps, and those of earlier versions, leave the table as it is', async () => {
  const table = await tableOf([['Ada', 'new']]);
  expect(withValueMaps(withColumnTools(table, plan({})), plan({}))).toBe(table);
  expect(withValueMaps(withColumnTools(table, {}), {})).toBe(table);
});

test('no row is added, left out or renumbered, whatever is blank', async () => {
  const cell = fc.constantFrom('', ' ', 'neu', 'Ada Byron', 'x');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 300 }), async (rows) => {
      const table = await tableOf(rows);
      const before = await rowsOf(table);
      const after = await rowsOf(withValueMaps(withColumnTools(table, PLAN), PLAN));
      expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number));
      expect(after.every(({ cells }) => cells.length === 4)).toBe(true);
      expect(after.map(({ cells }) => cells[0])).toEqual(before.map(({ cells }) => cells[0]));
    }),
    { numRuns: 50 },
  );
});
