import { z } from 'zod';

/** HTTP status, fixed message if any, and cause. */
export const PUBLIC_ERRORS = {
  invalid_input: {
    status: 400,
    message: 'Email or phone is required',
    when: 'A field is missing, unknown or has an invalid value. `field` names it.',
  },
  unauthorized: {
    status: 401,
    message: 'Missing, invalid or expired API token',
    when: 'The Authorization header is missing, or its token is unknown, expired or revoked.',
  },
  forbidden: {
    status: 403,
    message: "This token doesn't have the write permission",
    when: "The token lacks the scope, or your organization's IP whitelist doesn't include the caller's address.",
  },
  not_found: {
    status: 404,
    message: 'No lead found with the provided identifier',
    when: "The lead doesn't exist, or is in the bin.",
  },
  duplicate: {
    status: 409,
    message: 'Lead with this email or phone already exists',
    when: 'Another lead already has the email or phone. `existingLeadId` is its ID.',
  },
  lead_sold: {
    status: 409,
    message: 'This lead is sold. To change its customer number, return the lead and sell it again',
    when: 'The update tried to change the customer number of a sold lead.',
  },
  suppressed: {
    status: 409,
    message: 'This email is on the suppression list Do not contact',
    when: 'The email or phone is on a suppression list. `lists` names the lists.',
  },
  outcome_refused: {
    status: 409,
    message: 'This lead was accepted; send returned instead',
    when: 'The delivery has been decided, the sale has ended, or the return window has passed.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being processed',
    when: 'The same Idempotency-Key was sent again before the first request finished.',
  },
  too_large: {
    status: 413,
    message: 'The request body is too large',
    when: 'The body is larger than 1 MB, or 10 MB for a batch.',
  },
  unsupported_media_type: {
    status: 415,
    message: "This content type isn't supported",
    when: "The body wasn't sent as application/json.",
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was already used with a different request',
    when: 'An Idempotency-Key was used again within 24 hours with a different body or endpoint.',
  },
  rate_limited: {
    status: 429,
    message: 'Rate limit exceeded',
    when: 'The token sent too many requests this minute. Wait Retry-After seconds and back off exponentially.',
  },
  internal: {
    status: 500,
    message: 'An unexpected error occurred on our side. Please try again or contact support.',
    when: "An unexpected error on our side. With an Idempotency-Key, it's safe to send the request again.",
  },
  unavailable: {
    status: 503,
    message: "The service isn't available right now. Please try again.",
    when: 'The service or its database is starting or stopping. Try again after Retry-After seconds.',
  },
} as const;

export type PublicErrorCode = keyof typeof PUBLIC_ERRORS;

const CODES = Object.keys(PUBLIC_ERRORS) as [PublicErrorCode, ...PublicErrorCode[]];

export const publicError = z.object({
  error: z.enum(CODES).meta({ description: 'Error code, for programs' }),
  message: z.string().meta({ description: 'Error message, for people' }),
  field: z.string().optional().meta({ description: 'The field that caused the error, if any' }),
  existingLeadId: z
    .uuid()
    .optional()
    .meta({ description: 'ID of the lead that already has the email or phone' }),
  lists: z
    .array(z.string())
    .optional()
    .meta({ description: 'Suppression lists that the email or phone is on' }),
  requestId: z.string().meta({ description: 'ID of the request, same as the X-Request-Id header' }),
});

export type PublicError = z.infer<typeof publicError>;
