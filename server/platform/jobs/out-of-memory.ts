import { HttpError } from '../errors.ts';

/** Messages of V8 and Node for a single text or buffer that is too large. */
const TOO_LARGE = /^(?:Invalid string length|Array buffer allocation failed)/;

/** Thrown when a task needs more memory than its thread may have. The thread has ended; the server and other threads go on. */
export class OutOfMemory extends HttpError {
  constructor() {
    super(
      'unreadable_file',
      "The file takes too much memory to read. Remove the columns and long texts you don't need, or split it into smaller files.",
    );
  }
}

/** Returns OutOfMemory for the error of a thread that ran out of memory, and any other error as it is. */
export function asOutOfMemory(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isThread = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isThread || (error instanceof RangeError && TOO_LARGE.test(error.message))
    ? new OutOfMemory()
    : error;
}
