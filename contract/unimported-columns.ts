import type { ImportPlan } from './imports.ts';
import { REPORT_COLUMNS } from './lead-fields.ts';

/**
 * Returns the columns of a file that a plan doesn't import, in file order. Leaves out the columns that the report of an
 * earlier import added.
 */
export function unimportedColumns(
  columns: readonly string[],
  { fieldMapping, nameSplitConfig }: Pick<ImportPlan, 'fieldMapping' | 'nameSplitConfig'>,
): string[] {
  const split = nameSplitConfig?.enabled ? nameSplitConfig.column : null;
  return columns.filter(
    (column) => !Object.hasOwn(fieldMapping, column) && column !== split && !REPORT_COLUMNS.includes(column),
  );
}
