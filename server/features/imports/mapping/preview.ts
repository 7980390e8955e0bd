import type { ImportPlan, RowProblem } from '#contract/imports.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import type { LeadDraft, Problem } from '../../../lead/values/draft.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import type { StoredEdit } from '../rows/edit-reads.ts';
import { editedRow } from '../rows/edited-table.ts';
import { planMapper, planTypeInference } from './plan-mapper.ts';

/** A row as the import would store it. */
export interface PreviewedRow {
  number: number;
  values: Record<string, string>;
  problems: RowProblem[];
}

/**
 * Returns the first rows of an upload as the plan would store them. Date and number formats are inferred from the
 * previewed rows only, whereas the import infers them from the whole file.
 */
export function previewRows(
  upload: StoredUpload,
  plan: ImportPlan,
  customFields: CustomField[],
  count: number,
  edits: ReadonlyMap<number, StoredEdit> = new Map(),
): PreviewedRow[] {
  const { columns } = upload;
  const rows: Row[] = upload.preview.map((record, index) => ({
    number: upload.previewNumbers[index] ?? 0,
    cells: columns.map((column) => record[column] ?? ''),
  }));
  const planned = { columns, plan, customFields, date1904: upload.format.date1904 ?? false };
  const inference = planTypeInference(planned);
  inference.observe(rows);
  const map = planMapper(planned, inference.result());
  const places = new Map(columns.map((column, index) => [column, index]));
  return rows.slice(0, count).map((row) => {
    const edit = edits.get(row.number);
    const { number, draft, problems } = map(edit === undefined ? row : editedRow(row, edit, places));
    if (edit?.dropped) return { number, values: {}, problems: [DROPPED] };
    return { number, values: textsOf(draft), problems: [...problems, ...keptAsTyped(plan, draft, problems)] };
  });
}

const DROPPED: RowProblem = {
  severity: 'warning',
  code: 'dropped',
  field: null,
  column: null,
  value: '',
  message: 'This row was dropped and won’t be imported',
};

/**
 * Adds a warning for a phone kept as typed. The import doesn't report it, but users want to see it while they map
 * columns. A national phone of an update may be valid with the country of the lead, which the preview doesn't know.
 */
export function keptAsTyped(plan: ImportPlan, draft: LeadDraft, problems: Problem[]): Problem[] {
  const { phone, numberValid, typedPhone } = draft;
  if (phone === undefined || numberValid || typedPhone?.isNational) return [];
  if (problems.some((problem) => problem.field === 'phone')) return [];
  const column = Object.entries(plan.fieldMapping).find(([, target]) => target === 'phone')?.[0] ?? null;
  const message = 'Not a valid number; kept as typed';
  return [{ severity: 'warning', code: 'invalid_phone', field: 'phone', column, value: phone, message }];
}

function textsOf(draft: LeadDraft): Record<string, string> {
  const { numberValid: _shownByProblems, typedPhone: _shownAsRead, customData = {}, tags, ...texts } = draft;
  const custom = Object.entries(customData).map(
    ([name, value]) => [`custom:${name}`, String(value)] as const,
  );
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(tags !== undefined && { tags: tags.join(', ') }),
    ...Object.fromEntries(custom),
  };
}
