import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

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
