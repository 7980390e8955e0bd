import { Refusal } from '../errors.ts';

/**
 * Passwords hashed concurrently. Each takes 19 MiB and a thread of the pool that file access and DNS need
 * too; two keep both cores of a small machine busy.
 */
const MAX_RUNNING_HASHES = 2;
/**
 * Maximum queue length, a wait of a few seconds. Beyond it the server rejects sign-ins instead of delaying
 * everyone.
 */
const MAX_WAITING_HASHES = 200;
const TRY_AGAIN_SECONDS = 5;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs `work`, which hashes or verifies a password, when its turn comes. This bounds the memory and threads
 * of concurrent sign-ins.
 * @throws Refusal too_many_requests if too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING_HASHES) {
    running++;
  } else {
    if (waiting.length >= MAX_WAITING_HASHES) {
      throw new Refusal('too_many_requests', 'Too many people are signing in. Try again in a moment.', {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    // Passes the slot directly to the next in line, so that a new caller can't take it first.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
