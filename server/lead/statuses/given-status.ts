import { HttpError } from '../../platform/errors.ts';
import { foldText } from '../values/fold-text.ts';
import { readText } from '../values/normalise-text.ts';
import { withoutNothing } from '../values/words-for-nothing.ts';
import type { LeadStatuses } from './lead-statuses.ts';

/** Maximum characters of a refused status that the message repeats. */
const QUOTED_CHARACTERS = 100;

/**
 * Returns the fields that users or programs gave a lead, with the status as leads hold it. An empty status stays; so does
 * the text that the lead holds already.
 * @param held status of the lead before
 * @throws HttpError invalid_input for a text that is no status
 */
export function withHeldStatus<I extends { status?: string | null | undefined }>(
  input: I,
  statuses: LeadStatuses,
  held?: string,
): I {
  if (typeof input.status !== 'string') return input;
  const given = readText(input.status);
  if (given === '') return input;
  if (held !== undefined && foldText(statuses.nameOf(held)) === foldText(given)) {
    return { ...input, status: held };
  }
  if (withoutNothing(given) === '' && statuses.keyOf(given) === null) return { ...input, status: '' };
  return { ...input, status: givenStatus(given, statuses, 'status') };
}

/**
 * Returns what leads hold for a status that was given.
 * @param field names the input in the error
 * @throws HttpError invalid_input for a text that is no status
 */
export function givenStatus(text: string, statuses: LeadStatuses, field: string): string {
  const key = statuses.keyOf(readText(text));
  if (key !== null) return key;
  const names = statuses.offered.map(({ name }) => name).join(', ');
  throw new HttpError(
    'invalid_input',
    `There is no status "${text.slice(0, QUOTED_CHARACTERS)}". Use one of: ${names}`,
    { field },
  );
}
