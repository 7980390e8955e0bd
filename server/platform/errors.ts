import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';

/** What the answer carries beside the message; each member under the name of the contract. */
export interface RefusalDetail {
  field?: string;
  retryAfter?: number;
  existingLeadId?: string;
  current?: Record<string, unknown>;
  changedBy?: string;
  twoFactorRequired?: true;
  mustChangePassword?: true;
}

/** A refusal that the caller is told of: thrown anywhere, turned into an answer in one place. */
export class Refusal extends Error {
  readonly error: ErrorName;
  /** The input at fault. */
  readonly field: string | undefined;
  /** The lead that has the identity already. */
  readonly existingLeadId: string | undefined;
  /** With a conflict of edits: what the fields hold now. */
  readonly current: Record<string, unknown> | undefined;
  /** With a conflict of edits: who changed them last. */
  readonly changedBy: string | undefined;
  /** At sign-in: a code is asked for. */
  readonly twoFactorRequired: true | undefined;
  /** Nothing else is answered until the password is changed. */
  readonly mustChangePassword: true | undefined;
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(error: ErrorName, message: string, detail: RefusalDetail = {}) {
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
