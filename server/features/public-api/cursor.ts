import { parse, stringify } from 'uuid';
import { HttpError } from '../../platform/errors.ts';

/** Returns an opaque cursor for a position in the list of leads. Clients must not rely on its format. */
export function cursorAfter(leadId: string): string {
  return Buffer.from(parse(leadId)).toString('base64url');
}

/**
 * Returns the lead id in a cursor.
 * @throws HttpError invalid_input at `cursor`
 */
export function leadOfCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    if (bytes.length === 16 && bytes.toString('base64url') === cursor) return stringify(bytes);
  } catch {
    // Sixteen bytes that aren't a UUID: falls through to the error below.
  }
  throw new HttpError(
    'invalid_input',
    "cursor: This isn't a valid cursor. Use nextCursor of the previous page",
    { field: 'cursor' },
  );
}
