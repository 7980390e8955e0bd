import { columnsAddedBy, columnsReadBy } from './column-tools.ts';
import type { ImportPlan } from './imports.ts';
import { REPORT_COLUMNS } from './lead-fields.ts';

/**
 * Returns the columns of a file that a plan doesn't import, in file order. A column that a tool reads is imported with what
 * the tool makes of it. Leaves out the columns that the report of an earlier import added.
 */
export function unimportedColumns(
  columns: readonly string[],
  {
    fieldMapping,
    nameSplitConfig,
    columnTools,
  }: Pick<ImportPlan, 'fieldMapping' | 'nameSplitConfig' | 'columnTools'>,
): string[] {
  const used = new Set(Object.keys(fieldMapping));
  if (nameSplitConfig?.enabled) used.add(nameSplitConfig.column);
  for (const tool of columnTools.toReversed()) {
    if (!columnsAddedBy(tool).some((column) => used.has(column))) continue;
    for (const column of columnsReadBy(tool)) used.add(column);
  }
  return columns.filter((column) => !used.has(column) && !REPORT_COLUMNS.includes(column));
}
