import { parse, stringify } from 'uuid';
import { Refusal } from '../../platform/errors.ts';

/** A place in the list of leads as programs are handed it: what it is made of is not theirs to rely on. */
export function cursorAfter(leadId: string): string {
  return Buffer.from(parse(leadId)).toString('base64url');
}

/**
 * The lead that a cursor stands behind.
 * @throws Refusal invalid_input at `cursor`
 */
export function leadOfCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    if (bytes.length === 16 && bytes.toString('base64url') === cursor) return stringify(bytes);
  } catch {
    // Sixteen bytes that are no UUID: said below.
  }
  throw new Refusal('invalid_input', 'cursor: This is not a cursor of this list', { field: 'cursor' });
}
