import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { storable } from '#packages/tabular/tabular.ts';
import type { CustomField } from '../../../lead/custom-fields/reads.ts';
import { validateMapping } from '../../../lead/mapping/validate-mapping.ts';
import { Refusal } from '../../../platform/errors.ts';

/** The form fields of a plan; each holds JSON. */
export const PLAN_FIELDS = [
  'fieldMapping',
  'nameSplitConfig',
  'importMode',
  'manualTags',
  'options',
] as const;

/** A plan as it was sent. */
export interface FormPlan {
  plan: ImportPlan;
  /** Whether more was sent than a mapping: the wizard sends all of the plan, as its user saw it. */
  isConfirmed: boolean;
}

/**
 * Reads a plan from the fields of a form.
 * @throws Refusal invalid_input naming the field
 */
export function planFromForm(fields: ReadonlyMap<string, string>): FormPlan {
  const given: Record<string, unknown> = {};
  for (const name of PLAN_FIELDS) {
    const text = fields.get(name);
    if (text !== undefined && text.trim() !== '') given[name] = parseJson(name, text);
  }
  if (given['fieldMapping'] === undefined) throw invalid('fieldMapping', 'is missing');
  const parsed = importPlan.safeParse(given);
  if (parsed.success) return { plan: parsed.data, isConfirmed: Object.keys(given).length > 1 };
  const issue = parsed.error.issues[0];
  throw invalid(issue?.path.join('.') ?? 'fieldMapping', issue?.message ?? 'is invalid');
}

/**
 * Checks a plan against the file it is for.
 * @throws Refusal invalid_input naming the column or field at fault
 */
export function checkPlan(plan: ImportPlan, columns: readonly string[], customFields: CustomField[]): void {
  const problem = validateMapping({
    columns,
    mapping: plan.fieldMapping,
    customFields,
    ...plan.importMode,
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
  });
  if (problem !== null) throw new Refusal('invalid_input', problem, { field: 'fieldMapping' });
}

function parseJson(name: string, text: string): unknown {
  try {
    // A plan is kept: its texts must be such as the database can hold.
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    throw invalid(name, 'is not JSON');
  }
}

function invalid(field: string, what: string): Refusal {
  return new Refusal('invalid_input', `${field}: ${what}`, { field });
}
