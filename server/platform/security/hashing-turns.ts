import pLimit from 'p-limit';
import { HttpError } from '../errors.ts';

/** Each takes 19 MiB and a libuv thread; two keep two cores busy. */
const HASHES_AT_ONCE = 2;
/** Some seconds' worth; a flood is refused. */
const HASHES_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;

const limit = pLimit(HASHES_AT_ONCE);

/** @throws HttpError too_many_requests if too many wait */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= HASHES_AT_ONCE + HASHES_WAITING) {
    throw new HttpError('too_many_requests', 'Too many people are signing in. Try again in a moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
  return limit(work);
}
