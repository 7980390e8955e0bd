import { z } from 'zod';

/** HTTP status codes by API error code. */
export const ERROR_STATUS = {
  invalid_input: 400,
  unreadable_file: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  forged_origin: 403,
  registration_closed: 403,
  not_found: 404,
  conflict: 409,
  lead_sold: 409,
  suppressed: 409,
  outcome_refused: 409,
  idempotency_in_flight: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorName = keyof typeof ERROR_STATUS;

/** Body of every error reply. */
export const errorReply = z.object({
  message: z.string(),
  /** `suppressed` for somebody on a suppression list; a copy of the message for endpoints with `repeatsError`. */
  error: z.string().optional(),
  /** Invalid input field. */
  field: z.string().optional(),
  /** Lead that owns the email or phone. */
  existingLeadId: z.string().optional(),
  /** Names of the suppression lists that the email or phone is on. */
  lists: z.array(z.string()).optional(),
  /** Edit conflict: current values by field, last changed by `changedBy`. */
  current: z.record(z.string(), z.unknown()).optional(),
  changedBy: z.string().optional(),
  /** The password is correct; the code is missing. */
  twoFactorRequired: z.boolean().optional(),
  /** Other calls require a password change first. */
  mustChangePassword: z.boolean().optional(),
  requestId: z.string(),
});

export type ErrorReply = z.infer<typeof errorReply>;
