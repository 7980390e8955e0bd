import { expect, test } from 'vitest';
import { unimportedColumns } from './unimported-columns.ts';

test('names the columns that feed nothing', () => {
  const columns = ['Import Row', 'Name', 'Mail', 'Fax', 'constructor'];
  const nameSplitConfig = { column: 'Name', enabled: true };
  const plan = { fieldMapping: { Mail: 'email' }, nameSplitConfig, columnTools: [] };
  expect(unimportedColumns(columns, plan)).toEqual(['Fax', 'constructor']);
  expect(
    unimportedColumns(columns, { ...plan, nameSplitConfig: { column: 'Name', enabled: false } }),
  ).toEqual(['Name', 'Fax', 'constructor']);
});

test('counts columns as imported with what a tool makes of them', () => {
  const columns = ['First', 'Last', 'Fax', 'Zip'];
  const plan = {
    fieldMapping: { Whole: 'firstName' },
    nameSplitConfig: null,
    columnTools: [
      { tool: 'merge' as const, columns: ['First', 'Last'], separator: ' ', into: 'Both' },
      { tool: 'merge' as const, columns: ['Both', 'Zip'], separator: ' ', into: 'Whole' },
      { tool: 'merge' as const, columns: ['Fax', 'Zip'], separator: ' ', into: 'Unused' },
    ],
  };
  expect(unimportedColumns(columns, plan)).toEqual(['Fax']);
});
