import { columnsAddedBy, columnsReadBy } from './column-tools.ts';
import type { ImportPlan } from './imports.ts';
import { REPORT_COLUMNS } from './lead-fields.ts';

/**
 * Returns the columns that a plan doesn't import, in file order. Columns read by a tool count as imported;
 * columns added by an earlier report are left out.
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
