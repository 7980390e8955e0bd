import type { ImportPlan } from '#contract/imports.ts';
import type { LeadDraft, Problem } from '../../../lead/values/draft.ts';

/** Code of the problem of a phone that is kept as typed. */
export const KEPT_PHONE = 'invalid_phone';

/**
 * Returns a warning for a phone that is kept as typed, if there is one. The import doesn't report it, but users want to see
 * it before. A national phone of an update may be valid with the country of the lead, which only the lead tells.
 */
export function keptAsTyped(
  plan: ImportPlan,
  { phone, numberValid, typedPhone }: Pick<LeadDraft, 'phone' | 'numberValid'> & Partial<LeadDraft>,
  problems: readonly Problem[],
): Problem[] {
  if (phone === undefined || numberValid || typedPhone?.isNational) return [];
  if (problems.some((problem) => problem.field === 'phone')) return [];
  const column = phoneColumnOf(plan);
  const message = 'Not a valid number; kept as entered';
  return [{ severity: 'warning', code: KEPT_PHONE, field: 'phone', column, value: phone, message }];
}

/** Returns the column that is mapped to the phone. Many rows have such a phone, so it allocates nothing. */
function phoneColumnOf({ fieldMapping }: ImportPlan): string | null {
  for (const column in fieldMapping) if (fieldMapping[column] === 'phone') return column;
  return null;
}
