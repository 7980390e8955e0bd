/** Paces what is asked for: at once when nothing was asked lately, else together with what else comes in the meantime. */
export interface RefetchThrottle<T> {
  ask(wanted: Iterable<T>): void;
  /** Nothing is done any more. */
  stop(): void;
}

/**
 * Runs `refetch` with everything asked for since its last run: never twice within `everyMs` milliseconds, never while
 * it still runs, and once more when something was asked for meanwhile, so that no word is lost.
 */
export function throttleRefetch<T>(
  refetch: (wanted: ReadonlySet<T>) => Promise<unknown>,
  everyMs: number,
): RefetchThrottle<T> {
  const wanted = new Set<T>();
  let running = false;
  let stopped = false;

  async function run() {
    running = true;
    while (wanted.size > 0 && !stopped) {
      const now = new Set(wanted);
      wanted.clear();
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      await Promise.allSettled([refetch(now), pause]);
    }
    running = false;
  }

  return {
    ask(more) {
      for (const one of more) wanted.add(one);
      if (!running && !stopped) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
