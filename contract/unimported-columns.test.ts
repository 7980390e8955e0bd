import { expect, test } from 'vitest';
import { unimportedColumns } from './unimported-columns.ts';

test('names the columns that feed nothing', () => {
  const columns = ['Import Row', 'Name', 'Mail', 'Fax', 'constructor'];
  const plan = { fieldMapping: { Mail: 'email' }, nameSplitConfig: { column: 'Name', enabled: true } };
  expect(unimportedColumns(columns, plan)).toEqual(['Fax', 'constructor']);
  expect(
    unimportedColumns(columns, { ...plan, nameSplitConfig: { column: 'Name', enabled: false } }),
  ).toEqual(['Name', 'Fax', 'constructor']);
});
