import pLimit from 'p-limit';
import { HttpError } from '../errors.ts';

/**
 * Passwords hashed at once. Each takes 19 MiB and a thread of the pool that file access and name look-ups need too; two
 * keep the two cores of a small machine busy.
 */
const HASHES_AT_ONCE = 2;
/** Hashes that may wait, some seconds' worth: the server refuses a flood instead of making everyone wait. */
const HASHES_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;

const limit = pLimit(HASHES_AT_ONCE);

/**
 * Runs a hash or a check of a password as soon as fewer than two others run, so that many sign-ins at once take a bounded
 * amount of memory and threads.
 * @throws HttpError too_many_requests when too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= HASHES_AT_ONCE + HASHES_WAITING) {
    throw new HttpError('too_many_requests', 'Too many people are signing in. Try again in a moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
  return limit(work);
}
