import type { LeadDraft, MappedRow, Problem } from '../../../lead/values/draft.ts';
import { FAULTS, problemWith } from '../../../lead/values/problems.ts';
import { phoneText } from './contact-steps.ts';
import type { Place, Step } from './mapper-input.ts';

/** Warns of a phone that is kept as typed because it is invalid, unless another problem of the phone says why. Comes last. */
export function keptPhoneStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    if (isKeptAsTyped(draft, problems)) problems.push(keptPhone(column, phoneText(cells[index])));
  };
}

/**
 * Returns the warning about the phone of a row that updates a lead, as far as the row alone tells it: a national number may
 * be valid with the country of the lead.
 */
export function typedPhoneProblems({ draft, problems }: MappedRow): Problem[] {
  const { typedPhone } = draft;
  if (typedPhone === undefined || typedPhone.isNational || !isKeptAsTyped(draft, problems)) return [];
  return [keptPhone(typedPhone.column, typedPhone.text)];
}

function isKeptAsTyped({ phone, numberValid }: LeadDraft, problems: readonly Problem[]): boolean {
  return phone !== undefined && !numberValid && !problems.some(({ field }) => field === 'phone');
}

function keptPhone(column: string, value: string): Problem {
  return problemWith('warning', FAULTS.invalidPhone, { field: 'phone', column, value });
}
