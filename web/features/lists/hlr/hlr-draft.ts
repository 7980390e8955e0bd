import { type HlrType, updateHlr } from '#contract/phone-checks.ts';
import { entriesOf } from '../entry/number-list.ts';
import { NO_FILE, type Problem, sizeProblem, type Way } from '../entry/way.ts';

/** Values of the HLR Status Update form. */
export interface HlrDraft {
  text: string;
  file: File | null;
  hlrType: HlrType;
  statusValue: string;
}

export const EMPTY_HLR: HlrDraft = { text: '', file: null, hlrType: 'phone', statusValue: '' };

/** Suggested statuses; any other text is accepted too. */
export const EXAMPLE_STATUSES = ['Active', 'Inactive', 'Invalid', 'Pending', 'Unknown'] as const;

/** Returns the request body of a manual update. */
export function hlrBody({ text, hlrType, statusValue }: HlrDraft) {
  return { phoneNumbers: entriesOf(text), hlrType, statusValue: statusValue.trim() };
}

/** Returns the first validation error, or null. */
export function hlrProblem(draft: HlrDraft, way: Way): Problem | null {
  const body = hlrBody(draft);
  if (way === 'csv' && draft.file === null) return NO_FILE;
  if (way === 'manual' && body.phoneNumbers.length === 0) {
    return {
      title: 'No Phone Numbers',
      description: 'Please enter at least one phone number',
      at: 'list',
    };
  }
  if (body.statusValue === '') {
    return { title: 'Status Value Required', description: 'Please enter a status value', at: 'value' };
  }
  return way === 'manual' ? sizeProblem(updateHlr.input.body, body, 'phone numbers') : null;
}
