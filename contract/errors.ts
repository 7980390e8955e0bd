import { z } from 'zod';

/** Every error the API names, with the HTTP status it is answered with. */
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
  idempotency_in_flight: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorName = keyof typeof ERROR_STATUS;

/** The body of every answer that is not a success. */
export const errorReply = z.object({
  message: z.string(),
  /** The message once more, from the calls that say so. */
  error: z.string().optional(),
  /** The input at fault, where one is. */
  field: z.string().optional(),
  /** The lead that has the identity already. */
  existingLeadId: z.string().optional(),
  /** With a conflict of edits: what the fields hold now, by their names, and who changed them last. */
  current: z.record(z.string(), z.unknown()).optional(),
  changedBy: z.string().optional(),
  /** At sign-in: the password is right, and a code is asked for. */
  twoFactorRequired: z.boolean().optional(),
  /** Nothing is answered until the password is changed. */
  mustChangePassword: z.boolean().optional(),
  requestId: z.string(),
});

export type ErrorReply = z.infer<typeof errorReply>;
