export interface RefetchThrottle<T> {
  ask(wanted: Iterable<T>): void;
  stop(): void;
}

/** Runs `refetch` with all requests since the last run, at most once in `everyMs` and never concurrently. */
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
