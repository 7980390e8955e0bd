import { HttpError } from '../../../platform/errors.ts';
import type { ReadingChoice } from '../../../platform/uploads/reading-of.ts';

/** Form fields of an upload that say how to read the file. */
export const READING_FIELDS = ['sheet', 'encoding', 'delimiter', 'headerRow'] as const;

/**
 * Reads the choices of an upload form; empty ones count as absent.
 * @throws HttpError invalid_input naming the field
 */
export function readingFromForm(fields: ReadonlyMap<string, string>): ReadingChoice {
  const headerRow = fields.get('headerRow')?.trim() || null;
  if (headerRow !== null && !/^\d{1,7}$/.test(headerRow)) {
    const message = 'headerRow must be the number of a row, or 0 for none';
    throw new HttpError('invalid_input', message, { field: 'headerRow' });
  }
  return {
    sheet: fields.get('sheet') || null,
    encoding: fields.get('encoding')?.trim() || null,
    delimiter: fields.get('delimiter') || null,
    headerRow: headerRow === null ? null : Number(headerRow),
  };
}
