import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/**
 * Says at the field of a form what the server found wrong there; where it names no field of the form, at `otherwise`.
 * Of what is not the form's fault nothing is said here.
 */
export function sayAtField<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  otherwise?: FieldPath<T>,
): void {
  if (!(error instanceof ApiError) || error.serverMessage === undefined || error.status >= 500) return;
  const field = fields.find((name) => name === error.field) ?? otherwise;
  if (field !== undefined) setError(field, { message: error.serverMessage }, { shouldFocus: true });
}
