import type { ErrorName } from '#contract/errors.ts';
import type { PublicError, PublicErrorCode } from '#contract/public-errors.ts';
import type { HttpError } from '../errors.ts';

const PUBLIC_PATH = '/api/v1/';

export const PUBLIC_CODES: Record<ErrorName, PublicErrorCode> = {
  invalid_input: 'invalid_input',
  unreadable_file: 'invalid_input',
  unauthenticated: 'unauthorized',
  wrong_credentials: 'unauthorized',
  forbidden: 'forbidden',
  forged_origin: 'forbidden',
  registration_closed: 'forbidden',
  not_found: 'not_found',
  conflict: 'duplicate',
  lead_sold: 'lead_sold',
  suppressed: 'suppressed',
  outcome_refused: 'outcome_refused',
  idempotency_in_flight: 'idempotency_in_flight',
  too_large: 'too_large',
  unsupported_media_type: 'unsupported_media_type',
  idempotency_mismatch: 'idempotency_mismatch',
  too_many_requests: 'rate_limited',
  internal: 'internal',
  unavailable: 'unavailable',
};

export function isPublicApi(url: string): boolean {
  return url.startsWith(PUBLIC_PATH);
}

export function publicErrorOf(httpError: HttpError, requestId: string): PublicError {
  const { message, field, existingLeadId, lists } = httpError;
  return {
    error: PUBLIC_CODES[httpError.error],
    message,
    ...(field !== undefined && { field }),
    ...(existingLeadId !== undefined && { existingLeadId }),
    ...(lists !== undefined && { lists }),
    requestId,
  };
}
