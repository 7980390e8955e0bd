import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';

/** Members of the error response next to the message, under their names in the contract. */
export interface HttpErrorDetail {
  field?: string;
  retryAfter?: number;
  existingLeadId?: string;
  current?: Record<string, unknown>;
  changedBy?: string;
  twoFactorRequired?: true;
  mustChangePassword?: true;
}

/**
 * Expected error with a status and a message for the caller. Any code may throw it; `error-answers.ts` turns
 * it into a response.
 */
export class HttpError extends Error {
  readonly error: ErrorName;
  /** Name of the invalid input. */
  readonly field: string | undefined;
  /** Id of the lead that already has the email or phone. */
  readonly existingLeadId: string | undefined;
  /** For a conflicting edit: current values of the fields. */
  readonly current: Record<string, unknown> | undefined;
  /** For a conflicting edit: the user who changed them last. */
  readonly changedBy: string | undefined;
  /** At sign-in: the account also needs a second-factor code. */
  readonly twoFactorRequired: true | undefined;
  /** The account must change its password before any other call. */
  readonly mustChangePassword: true | undefined;
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(error: ErrorName, message: string, detail: HttpErrorDetail = {}) {
    super(message);
    this.error = error;
    this.field = detail.field;
    this.existingLeadId = detail.existingLeadId;
    this.current = detail.current;
    this.changedBy = detail.changedBy;
    this.twoFactorRequired = detail.twoFactorRequired;
    this.mustChangePassword = detail.mustChangePassword;
    this.retryAfter = detail.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.error];
  }
}

/** Refuses a call whose URL names nothing. */
export function nothingAtUrl(): HttpError {
  return new HttpError('not_found', 'Nothing found at this URL');
}
