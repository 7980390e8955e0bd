import { z } from 'zod';
import { DEFAULT_STATUS } from '../../../lib/lead-statuses.ts';
import { type FieldSection, type FieldValue, readValue } from '../fields/editable-fields.ts';

/** Texts by field, tags as a list. */
export const newLeadDraft = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type NewLeadDraft = Readonly<z.infer<typeof newLeadDraft>>;

export const EMPTY_DRAFT: NewLeadDraft = { status: DEFAULT_STATUS };

export function hasInput(draft: NewLeadDraft): boolean {
  return Object.entries(draft).some(([field, value]) => value.length > 0 && value !== EMPTY_DRAFT[field]);
}

export interface DraftReading {
  values: Record<string, FieldValue>;
  /** Errors by field. */
  wrong: Record<string, string>;
}

/** Parses a draft without empty fields; a lead needs an email or phone. */
export function parseNewLeadDraft(draft: NewLeadDraft, sections: readonly FieldSection[]): DraftReading {
  const reading: DraftReading = { values: {}, wrong: {} };
  for (const { field, label, editor, required } of sections.flatMap(({ fields }) => fields)) {
    const given = draft[field] ?? '';
    const read = Array.isArray(given) ? { value: given } : readValue(editor, given);
    if ('error' in read) reading.wrong[field] = read.error;
    else if (read.value !== null && read.value.toString() !== '') reading.values[field] = read.value;
    else if (required && field !== 'status') reading.wrong[field] = `Enter ${label}`;
  }
  if (reading.values['email'] === undefined && reading.values['phone'] === undefined) {
    reading.wrong['email'] = 'Enter an email or a phone';
  }
  return reading;
}
