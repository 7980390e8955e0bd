import { isDeepStrictEqual } from 'node:util';
import type { ImportPlan } from '#contract/imports.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { type ColumnStyles, inferableColumns } from '../../../lead/values/column-types.ts';

/** Styles that a check inferred from a whole file, and its plan. */
export interface CheckedColumns {
  plan: ImportPlan;
  styles: ColumnStyles;
}

/** Styles that hold under another plan: of columns with the same values of the same kind. */
export function checkedStyles(
  { plan: checked, styles }: CheckedColumns,
  plan: ImportPlan,
  customFields: readonly CustomFieldSpec[],
): ColumnStyles {
  const areSameRows = checked.options.headerRow === plan.options.headerRow;
  if (!areSameRows || !isDeepStrictEqual(checked.columnTools, plan.columnTools)) return {};
  const kinds = inferableColumns(plan.fieldMapping, customFields);
  const kindsThen = inferableColumns(checked.fieldMapping, customFields);
  const isSame = (column: string): boolean =>
    Object.hasOwn(kinds, column) &&
    kinds[column] === kindsThen[column] &&
    isDeepStrictEqual(checked.valueMaps[column], plan.valueMaps[column]);
  return Object.fromEntries(Object.entries(styles).filter(([column]) => isSame(column)));
}
