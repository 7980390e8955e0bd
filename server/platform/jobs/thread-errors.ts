import { z } from 'zod';
import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';
import { FROM_THREAD, isDatabaseAway } from '../db/away.ts';
import { HttpError } from '../errors.ts';

// Between threads, errors keep their message and cause and lose their class and codes.

const refusal = z.object({ refusal: z.enum(Object.keys(ERROR_STATUS) as ErrorName[]) });

/** Returns an error in a form that `isDatabaseAway` and `errorOfThread` recognize in another thread. */
export function errorForOtherThread(error: unknown): unknown {
  if (error instanceof HttpError) return new Error(error.message, { cause: { refusal: error.error } });
  return isDatabaseAway(error) ? new Error(FROM_THREAD, { cause: error }) : error;
}

/** Returns the HttpError that a thread threw, without its details; any other error as it is. */
export function errorOfThread(error: unknown): unknown {
  const { data } = refusal.safeParse(error instanceof Error ? error.cause : null);
  return data === undefined ? error : new HttpError(data.refusal, (error as Error).message);
}

const TOO_LARGE = /^(?:Invalid string length|Array buffer allocation failed)/;

/** A task exceeded its thread's memory; only that thread ended. */
export class OutOfMemory extends HttpError {
  constructor() {
    super(
      'unreadable_file',
      "The file takes too much memory to read. Remove the columns and long texts you don't need, or split it into smaller files.",
    );
  }
}

/** Returns other errors unchanged. */
export function asOutOfMemory(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isThread = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isThread || (error instanceof RangeError && TOO_LARGE.test(error.message))
    ? new OutOfMemory()
    : error;
}
