import { HttpError } from '../errors.ts';

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
