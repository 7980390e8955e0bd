import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Returns a form validator: true, or the schema's error message. */
export function checkedBy(schema: z.ZodType) {
  return (value: unknown): true | string => schema.safeParse(value).error?.issues[0]?.message ?? true;
}

/**
 * Shows the server's message at the invalid field, `otherwise` if it isn't in the form; ignores
 * failures the form didn't cause.
 */
export function showAtField<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  otherwise?: FieldPath<T>,
): void {
  if (!(error instanceof ApiError) || error.serverMessage === undefined || error.status >= 500) return;
  const field = fields.find((name) => name === error.field) ?? otherwise;
  if (field !== undefined) setError(field, { message: error.serverMessage }, { shouldFocus: true });
}
