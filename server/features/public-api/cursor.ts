import { parse, stringify } from 'uuid';
import { HttpError } from '../../platform/errors.ts';

/** Opaque to clients. */
export function cursorAfter(leadId: string): string {
  return Buffer.from(parse(leadId)).toString('base64url');
}

/** @throws HttpError invalid_input at `cursor` */
export function leadOfCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    if (bytes.length === 16 && bytes.toString('base64url') === cursor) return stringify(bytes);
  } catch {
    // Not a UUID: the error below applies.
  }
  throw new HttpError(
    'invalid_input',
    "cursor: This isn't a valid cursor. Use nextCursor of the previous page",
    { field: 'cursor' },
  );
}
