import type { ImportPlan } from '#contract/imports.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { toolTransform } from '../rows/apply-column-tools.ts';
import { valueTransform } from '../rows/apply-value-maps.ts';
import type { StoredEdit } from '../rows/edit-reads.ts';
import { editedRow } from '../rows/edited-table.ts';
import type { HeldNames } from './mapper-input.ts';
import { planMapper, planTypeInference } from './plan-mapper.ts';

/**
 * The first rows as the plan maps them.
 * @param checkedStyles of the whole file, as far as a check found out; the previewed rows decide for the others
 */
export function previewRows(
  upload: StoredUpload,
  plan: ImportPlan,
  known: { customFields: CustomField[] } & HeldNames,
  count: number,
  edits: ReadonlyMap<number, StoredEdit>,
  checkedStyles: ColumnStyles,
): MappedRow[] {
  const tools = toolTransform(upload.columns, plan);
  const { columns, apply } = valueTransform(tools.columns, plan);
  const rows = upload.preview.map(
    (record, index): Row =>
      apply(
        tools.apply({
          number: upload.previewNumbers[index] ?? 0,
          cells: upload.columns.map((column) => record[column] ?? ''),
        }),
      ),
  );
  const planned = { ...known, columns, plan, date1904: upload.format.date1904 ?? false };
  const inference = planTypeInference(planned);
  inference.observe(rows);
  const map = planMapper(planned, { ...inference.result(), ...checkedStyles });
  const places = new Map(columns.map((column, index) => [column, index]));
  return rows.slice(0, count).map((row) => {
    const edit = edits.get(row.number);
    return map(edit === undefined ? row : editedRow(row, edit, places));
  });
}
