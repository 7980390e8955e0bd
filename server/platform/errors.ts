import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';

export interface HttpErrorDetail {
  field?: string;
  retryAfter?: number;
  existingLeadId?: string;
  lists?: string[];
  current?: Record<string, unknown>;
  changedBy?: string;
  twoFactorRequired?: true;
  mustChangePassword?: true;
}

/** `error-answers.ts` turns it into a reply. */
export class HttpError extends Error {
  readonly error: ErrorName;
  /** Invalid input. */
  readonly field: string | undefined;
  /** Owner of the email or phone. */
  readonly existingLeadId: string | undefined;
  /** Suppression lists that the email or phone is on. */
  readonly lists: string[] | undefined;
  /** Edit conflict: current values. */
  readonly current: Record<string, unknown> | undefined;
  /** Edit conflict: last editor. */
  readonly changedBy: string | undefined;
  readonly twoFactorRequired: true | undefined;
  /** Other calls require a password change first. */
  readonly mustChangePassword: true | undefined;
  /** Retry-After, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(error: ErrorName, message: string, detail: HttpErrorDetail = {}) {
    super(message);
    this.error = error;
    this.field = detail.field;
    this.existingLeadId = detail.existingLeadId;
    this.lists = detail.lists;
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

export function nothingAtUrl(): HttpError {
  return new HttpError('not_found', 'Nothing found at this URL');
}
