import { Refusal } from '../errors.ts';

/**
 * Passwords hashed at once. Each takes 19 MiB and a thread of the pool that files and name look-ups need too; two keep
 * the two cores of a small machine busy.
 */
const AT_ONCE = 2;
/** More than wait a few seconds: a flood is turned away instead of making everybody wait. */
const WAITING_MOST = 200;
const TRY_AGAIN_SECONDS = 5;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Hashes or checks a password when it is its turn, so that many sign-ins at once take neither memory nor threads
 * without end.
 * @throws Refusal too_many_requests when too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) {
    running++;
  } else {
    if (waiting.length >= WAITING_MOST) {
      throw new Refusal('too_many_requests', 'Too many people are signing in. Try again in a moment.', {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // The turn is handed on: whoever comes in between finds it taken.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
