import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';

/** A refusal that the caller is told of: thrown anywhere, turned into an answer in one place. */
export class Refusal extends Error {
  readonly error: ErrorName;
  /** The input at fault. */
  readonly field: string | undefined;
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(error: ErrorName, message: string, detail: { field?: string; retryAfter?: number } = {}) {
    super(message);
    this.error = error;
    this.field = detail.field;
    this.retryAfter = detail.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.error];
  }
}
