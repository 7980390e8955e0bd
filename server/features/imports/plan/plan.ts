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
] as const;

/** A plan as submitted. */
export interface FormPlan {
  plan: ImportPlan;
  /** Whether the form contained more than a mapping. The wizard submits the whole plan as the user confirmed it. */
  isConfirmed: boolean;
}

/**
 * Reads a plan from form fields.
 * @throws HttpError invalid_input naming the field
 */
export function planFromForm(fields: ReadonlyMap<string, string>): FormPlan {
  const given: Record<string, unknown> = {};
  for (const name of PLAN_FIELDS) {
    const text = fields.get(name);
    if (text !== undefined && text.trim() !== '') given[name] = parseJson(name, text);
  }
  if (given['fieldMapping'] === undefined) throw invalidPlan('fieldMapping', 'is missing');
  const parsed = importPlan.safeParse(given);
  if (parsed.success) return { plan: parsed.data, isConfirmed: Object.keys(given).length > 1 };
  const issue = parsed.error.issues[0];
  throw invalidPlan(issue?.path.join('.') ?? 'fieldMapping', issue?.message ?? 'is invalid');
}

/**
 * Reads which rows to import from form fields.
 * @throws HttpError invalid_input
 */
export function rowsFromForm(fields: ReadonlyMap<string, string>): 'all' | 'mended' {
  const rows = fields.get('rows') ?? 'all';
  if (rows === 'all' || rows === 'mended') return rows;
  throw invalidPlan('rows', 'is neither all nor mended');
}

/**
 * Checks a plan against its file.
 * @throws HttpError invalid_input naming the column or field at fault
 */
export function checkPlan(plan: ImportPlan, columns: readonly string[], customFields: CustomField[]): void {
  const problem = validateMapping({
    columns,
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
