import { columnsReadBy } from '#contract/column-tools.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Table } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import {
  type ColumnStyles,
  createStyleInference,
  inferableColumns,
  type StyleInference,
} from '../../../lead/values/column-types.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { EditedRow } from '../rows/edited-table.ts';
import { mapWithEdits } from '../rows/row-edit.ts';
import { createMapper } from './map-row.ts';
import type { HeldNames, MapperInput } from './mapper-input.ts';

export interface PlannedFile extends Pick<MapperInput, 'isPart'>, HeldNames {
  columns: readonly string[];
  plan: ImportPlan;
  customFields: readonly CustomField[];
  /** Whether the workbook uses the 1904 date system. */
  date1904: boolean;
}

export function planMapper(
  { columns, plan, customFields, statuses, owners, date1904, isPart = false }: PlannedFile,
  columnTypes: ColumnStyles,
): (row: EditedRow) => MappedRow {
  const { mode } = plan.importMode;
  const input = {
    columns,
    mapping: plan.fieldMapping,
    customFields,
    statuses,
    owners,
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
    ...plan.importMode,
    options: { ...plan.options, dropInvalidEmails: plan.options.dropInvalidEmails && canDropEmails(plan) },
    manualTags: plan.manualTags,
    columnTypes,
    date1904,
    isPart,
    toolColumns: (plan.columnTools ?? []).flatMap(columnsReadBy),
  };
  if (mode !== 'createOrUpdate') return mapWithEdits(createMapper({ ...input, mode }));
  const asUpdate = createMapper({ ...input, mode: 'update' });
  const asNew = createMapper({ ...input, mode: 'create' });
  return mapWithEdits((row) => ({ ...asUpdate(row), asNew: () => asNew(row) }));
}

/** Returns whether rows have a use without their email. */
export function canDropEmails({ importMode }: ImportPlan): boolean {
  return importMode.mode !== 'update' || importMode.matchField !== 'email';
}

export function planTypeInference({ columns, plan, customFields }: PlannedFile): StyleInference {
  return createStyleInference(columns, inferableColumns(plan.fieldMapping, customFields));
}

/** Reads nothing if the plan maps no dates or numbers. */
export async function inferColumnTypes(planned: PlannedFile, table: Table): Promise<ColumnStyles> {
  const inference = planTypeInference(planned);
  const kinds = inferableColumns(planned.plan.fieldMapping, planned.customFields);
  if (Object.keys(kinds).length > 0) for await (const rows of table.batches()) inference.observe(rows);
  return inference.result();
}
