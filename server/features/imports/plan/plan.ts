import { columnsAfterTools, columnToolsProblem } from '#contract/column-tools.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { storable } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import { validateMapping } from '../../../lead/mapping/validate-mapping.ts';
import { HttpError } from '../../../platform/errors.ts';

/** The form fields of a plan; each holds JSON. */
export const PLAN_FIELDS = [
  'fieldMapping',
  'nameSplitConfig',
  'importMode',
  'manualTags',
  'options',
  'columnTools',
  'valueMaps',
] as const;

/** A plan as submitted. */
export interface FormPlan {
  plan: ImportPlan;
  /** The form had more than a mapping with its tools and value maps: the wizard submits what the user confirmed. */
  isConfirmed: boolean;
}

/** @throws HttpError invalid_input naming the field */
export function planFromForm(fields: ReadonlyMap<string, string>): FormPlan {
  const given: Record<string, unknown> = {};
  for (const name of PLAN_FIELDS) {
    const text = fields.get(name);
    if (text !== undefined && text.trim() !== '') given[name] = parseJson(name, text);
  }
  if (given['fieldMapping'] === undefined) throw invalidPlan('fieldMapping', 'is missing');
  const parsed = importPlan.safeParse(given);
  if (parsed.success) return { plan: parsed.data, isConfirmed: Object.keys(given).some(isChoice) };
  const issue = parsed.error.issues[0];
  throw invalidPlan(issue?.path.join('.') ?? 'fieldMapping', issue?.message ?? 'is invalid');
}

/** Only a user's own choice sends these fields; the others come from a saved mapping too. */
function isChoice(field: string): boolean {
  return (
    field === 'nameSplitConfig' || field === 'importMode' || field === 'manualTags' || field === 'options'
  );
}

/** `fixed`: rows that earlier imports left, edited since. `stored`: rows that they stored, whose edited cells update their leads. */
export type ChosenRows = 'all' | 'fixed' | 'stored';

/**
 * Reads which rows to import from form fields.
 * @throws HttpError invalid_input
 */
export function rowsFromForm(fields: ReadonlyMap<string, string>): ChosenRows {
  const rows = fields.get('rows') ?? 'all';
  if (rows === 'all' || rows === 'fixed' || rows === 'stored') return rows;
  throw invalidPlan('rows', 'must be all, fixed or stored');
}

/** @throws HttpError invalid_input naming the column or field at fault */
export function checkPlan(plan: ImportPlan, columns: readonly string[], customFields: CustomField[]): void {
  const broken = columnToolsProblem(columns, plan.columnTools);
  if (broken !== null) throw new HttpError('invalid_input', broken, { field: 'columnTools' });
  const columnsToMap = columnsAfterTools(columns, plan.columnTools);
  const unknown = Object.keys(plan.valueMaps).find((column) => !columnsToMap.includes(column));
  if (unknown !== undefined) {
    throw new HttpError('invalid_input', `The file has no column "${unknown}"`, { field: 'valueMaps' });
  }
  const problem = validateMapping({
    columns: columnsToMap,
    mapping: plan.fieldMapping,
    customFields,
    ...plan.importMode,
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
  });
  if (problem !== null) throw new HttpError('invalid_input', problem, { field: 'fieldMapping' });
}

function parseJson(name: string, text: string): unknown {
  try {
    // Plans are stored, so their texts must be storable in PostgreSQL.
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    throw invalidPlan(name, 'is not JSON');
  }
}

function invalidPlan(field: string, what: string): HttpError {
  return new HttpError('invalid_input', `${field}: ${what}`, { field });
}
