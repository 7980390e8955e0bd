/** Throttles requests: runs at once after a quiet time, otherwise together with later requests. */
export interface RefetchThrottle<T> {
  ask(wanted: Iterable<T>): void;
  /** Ignores all further requests. */
  stop(): void;
}

/**
 * Runs `refetch` with everything requested since its last run: at most once in `everyMs` milliseconds, never
 * concurrently, and once more if requests arrive during a run, so that none is lost.
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
