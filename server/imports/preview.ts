import type { ImportPlan, RowProblem } from '#contract/imports.ts';
import type { CustomField } from '../custom-fields/reads.ts';
import type { StoredUpload } from '../uploads/reads.ts';
import { createMapper } from './pipeline/map-row.ts';
import { createSurvey, surveyedKinds } from './pipeline/survey.ts';
import type { LeadDraft, Row } from './pipeline/types.ts';

/** A row as it would be stored. */
export interface PreviewedRow {
  number: number;
  values: Record<string, string>;
  problems: RowProblem[];
}

/**
 * What the first rows of an upload become under a plan. Dates and amounts are read as the previewed rows say,
 * where the import itself asks the whole file.
 */
export function previewRows(
  upload: StoredUpload,
  plan: ImportPlan,
  customFields: CustomField[],
  count: number,
): PreviewedRow[] {
  const { columns } = upload;
  const rows: Row[] = upload.preview.map((record, index) => ({
    number: index + 2,
    cells: columns.map((column) => record[column] ?? ''),
  }));
  const survey = createSurvey(columns, surveyedKinds(plan.fieldMapping, customFields));
  survey.observe(rows);
  const map = createMapper({
    columns,
    mapping: plan.fieldMapping,
    customFields,
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
    ...plan.importMode,
    options: plan.options,
    manualTags: plan.manualTags,
    survey: survey.result(),
  });
  return rows.slice(0, count).map((row) => {
    const { number, draft, problems } = map(row);
    return { number, values: textsOf(draft), problems };
  });
}

function textsOf(draft: LeadDraft): Record<string, string> {
  const { numberValid: _shownByProblems, customData = {}, tags, ...texts } = draft;
  const custom = Object.entries(customData).map(
    ([name, value]) => [`custom:${name}`, String(value)] as const,
  );
  return {
    ...texts,
    ...(tags !== undefined && { tags: tags.join(', ') }),
    ...Object.fromEntries(custom),
  };
}
