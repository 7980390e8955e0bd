import type { SaleTerms } from '#contract/sale-terms.ts';
import { type IdentifierType, markSold } from '#contract/sales.ts';
import { type DraftProblem, type InputMode, NO_FILE, sizeProblem } from '../entry/input-mode.ts';
import { parseList } from '../entry/parse-list.ts';

export interface SoldDraft {
  text: string;
  file: File | null;
  identifierType: IdentifierType;
  customerNumber: string;
}

export const EMPTY_SOLD: SoldDraft = { text: '', file: null, identifierType: 'phone', customerNumber: '' };

/** Counted nouns by identifier type. */
export const IDENTIFIERS = {
  phone: ['phone number', 'phone numbers'],
  email: ['email', 'emails'],
} as const;

/** Returns the request of a manual sale. */
export function soldBody({ text, identifierType, customerNumber }: SoldDraft, terms: SaleTerms = {}) {
  return {
    identifiers: parseList(text),
    identifierType,
    customerNumber: customerNumber.trim(),
    ...terms,
  };
}

/** Returns the first validation error, or null. */
export function soldProblem(draft: SoldDraft, mode: InputMode): DraftProblem | null {
  const body = soldBody(draft);
  const [one, many] = IDENTIFIERS[draft.identifierType];
  if (mode === 'csv' && draft.file === null) return NO_FILE;
  if (mode === 'manual' && body.identifiers.length === 0) {
    return {
      title: draft.identifierType === 'phone' ? 'No Phone Numbers' : 'No Emails',
      description: `Please enter at least one ${one}`,
      at: 'list',
    };
  }
  if (body.customerNumber === '') {
    return { title: 'Customer Number Required', description: 'Please enter a customer number', at: 'value' };
  }
  return mode === 'manual' ? sizeProblem(markSold.input.body, body, many) : null;
}
