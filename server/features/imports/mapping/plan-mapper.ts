import type { ImportPlan } from '#contract/imports.ts';
import type { Row, Table } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import {
  type ColumnStyles,
  createStyleInference,
  inferableColumns,
  type StyleInference,
} from '../../../lead/values/column-types.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { createMapper } from './map-row.ts';

/** A plan for a file of these columns, in an organization with these custom fields. */
export interface PlannedFile {
  columns: readonly string[];
  plan: ImportPlan;
  customFields: readonly CustomField[];
  /** Whether the workbook counts its days from 1904. */
  date1904: boolean;
}

/** Makes lead drafts of the rows of a file as its plan says. */
export function planMapper(
  { columns, plan, customFields, date1904 }: PlannedFile,
  survey: ColumnStyles,
): (row: Row) => MappedRow {
  return createMapper({
    columns,
    mapping: plan.fieldMapping,
    customFields,
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
    ...plan.importMode,
    options: plan.options,
    manualTags: plan.manualTags,
    survey,
    date1904,
  });
}

/** A survey of the columns whose dates and numbers the plan asks for. */
export function planSurvey({ columns, plan, customFields }: PlannedFile): StyleInference {
  return createStyleInference(columns, inferableColumns(plan.fieldMapping, customFields));
}

/** Surveys all rows of a file; a plan without dates and numbers has nothing read. */
export async function surveyTable(planned: PlannedFile, table: Table): Promise<ColumnStyles> {
  const survey = planSurvey(planned);
  const kinds = inferableColumns(planned.plan.fieldMapping, planned.customFields);
  if (Object.keys(kinds).length > 0) for await (const rows of table.batches()) survey.observe(rows);
  return survey.result();
}
