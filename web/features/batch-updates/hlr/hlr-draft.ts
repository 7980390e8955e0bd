import { type HlrType, updateHlr } from '#contract/phone-checks.ts';
import { type DraftProblem, type InputMode, NO_FILE, sizeProblem } from '../entry/input-mode.ts';
import { parseList } from '../entry/parse-list.ts';

export interface HlrDraft {
  text: string;
  file: File | null;
  hlrType: HlrType;
  statusValue: string;
}

export const EMPTY_HLR: HlrDraft = { text: '', file: null, hlrType: 'phone', statusValue: '' };

/** Suggestions; any text is accepted. */
export const EXAMPLE_STATUSES = ['Active', 'Inactive', 'Invalid', 'Pending', 'Unknown'] as const;

/** Returns the request of a manual update. */
export function hlrBody({ text, hlrType, statusValue }: HlrDraft) {
  return { phoneNumbers: parseList(text), hlrType, statusValue: statusValue.trim() };
}

/** Returns the first validation error, or null. */
export function hlrProblem(draft: HlrDraft, mode: InputMode): DraftProblem | null {
  const body = hlrBody(draft);
  if (mode === 'csv' && draft.file === null) return NO_FILE;
  if (mode === 'manual' && body.phoneNumbers.length === 0) {
    return {
      title: 'No Phone Numbers',
      description: 'Please enter at least one phone number',
      at: 'list',
    };
  }
  if (body.statusValue === '') {
    return { title: 'Status Value Required', description: 'Please enter a status value', at: 'value' };
  }
  return mode === 'manual' ? sizeProblem(updateHlr.input.body, body, 'phone numbers') : null;
}
