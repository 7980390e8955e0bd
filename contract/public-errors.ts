import { z } from 'zod';

/** Error codes of the public API: HTTP status, fixed message if there is one, and cause. */
export const PUBLIC_ERRORS = {
  invalid_input: {
    status: 400,
    message: 'Email or phone is required',
    when: 'A field is missing, unknown or holds something it can not. `field` names it.',
  },
  unauthorized: {
    status: 401,
    message: 'Missing, invalid or expired API token',
    when: 'The Authorization header is missing, or its token is unknown, expired or revoked.',
  },
  forbidden: {
    status: 403,
    message: 'This token does not have the write permission',
    when: 'The token lacks the scope, or the caller’s address is not on the allow-list of the organization.',
  },
  not_found: {
    status: 404,
    message: 'No lead found with the provided identifier',
    when: 'An update names a lead that is not there.',
  },
  duplicate: {
    status: 409,
    message: 'Lead with this email or phone already exists',
    when: 'Another lead has the email or the phone. `existingLeadId` names it.',
  },
  lead_sold: {
    status: 409,
    message: 'This lead is sold: its customer number changes with a return and a new sale only',
    when: 'An update changes the customer number of a sold lead.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being worked on',
    when: 'The same Idempotency-Key was sent again before its first request was answered.',
  },
  too_large: {
    status: 413,
    message: 'The request body is too large',
    when: 'The body is above 1 MB, of a batch above 10 MB.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This content type is not taken here',
    when: 'The body is not sent as application/json.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used with another request',
    when: 'An Idempotency-Key was used again within 24 hours for another body or call.',
  },
  rate_limited: {
    status: 429,
    message: 'Rate limit exceeded',
    when: 'More requests in a minute than the token has. Wait for Retry-After seconds; back off exponentially.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
    when: 'The fault is ours. With an Idempotency-Key it is safe to send the request again.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available at the moment. Please try again.',
    when: 'The service or its database is starting or stopping. Try again after Retry-After seconds.',
  },
} as const;

export type PublicErrorCode = keyof typeof PUBLIC_ERRORS;

const CODES = Object.keys(PUBLIC_ERRORS) as [PublicErrorCode, ...PublicErrorCode[]];

/** Body of every error reply of the public API. */
export const publicError = z.object({
  error: z.enum(CODES).meta({ description: 'What went wrong, for programs' }),
  message: z.string().meta({ description: 'What went wrong, for people' }),
  field: z.string().optional().meta({ description: 'The field at fault, where one is' }),
  existingLeadId: z.uuid().optional().meta({ description: 'The lead that has the email or phone already' }),
  requestId: z.string().meta({ description: 'Names the request; the same as the X-Request-Id header' }),
});

export type PublicError = z.infer<typeof publicError>;
