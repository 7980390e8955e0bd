import { setTimeout as wait } from 'node:timers/promises';
import { CONDITION_HANGS_MS } from './limits.ts';

const EVERY_MS = 20;

/**
 * Asks again and again until there is an answer that is neither false nor null nor undefined, and returns it.
 * @throws when there is none within `ms` milliseconds, which by default is the limit for what hangs
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  ms = CONDITION_HANGS_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as NonNullable<Exclude<T, false>>;
    }
    if (performance.now() > end) throw new Error(`Within ${ms} ms it did not happen that ${what}`);
    await wait(EVERY_MS);
  }
}
