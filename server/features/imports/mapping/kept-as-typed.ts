import type { LeadDraft, MappedRow, Problem } from '../../../lead/values/draft.ts';
import { FAULTS, problemWith } from '../../../lead/values/problems.ts';
import { phoneText } from './contact-steps.ts';
import type { Place, Step } from './mapper-input.ts';

/** Warns of an invalid phone, unless another problem of it says why. Comes last. */
export function keptPhoneStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    if (isKeptAsTyped(draft, problems)) problems.push(keptPhone(column, phoneText(cells[index])));
  };
}

/** As far as the row alone tells: a national number may be valid with the lead's country. */
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
