import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';

const PROBE_PATH = '/readyz';
const PROBE_TIMEOUT_MS = 5000;

export const serverReach = watchReach({
  probe: async () => {
    try {
      // A proxy may hide the path; any answer below 500 comes from a working server.
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      return (await fetch(PROBE_PATH, { cache: 'no-store', signal })).status < 500;
    } catch {
      return false;
    }
  },
  hasNetwork: () => navigator.onLine,
});

export function useReach(): Reach {
  return useSyncExternalStore(serverReach.subscribe, serverReach.get);
}

/**
 * Checks the server when the network changes; calls `onReturn` once it is reachable again. Returns
 * the function that stops it.
 */
export function followNetwork(onReturn: () => void): () => void {
  const look = () => void serverReach.check();
  const stop = serverReach.subscribe(() => {
    if (serverReach.get() === 'reachable') onReturn();
  });
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
    stop();
  };
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** `offline`: no network; `away`: no answer from the server. */
export type Reach = 'reachable' | 'offline' | 'away';

export interface ReachHost {
  /** Resolves to true if the server answers. */
  probe(): Promise<boolean>;
  hasNetwork(): boolean;
}

/**
 * Watches whether the server is reachable: failed calls trigger a check, repeated after 1, 2, 4 …
 * 30 seconds until it answers.
 */
export function watchReach({ probe, hasNetwork }: ReachHost) {
  const { get, set, subscribe } = createStore<Reach>('reachable');
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    clearTimeout(timer);
    const answers = await probe();
    looking = null;
    set(answers ? 'reachable' : hasNetwork() ? 'away' : 'offline');
    if (answers) failures = 0;
    else {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      timer = setTimeout(check, wait * (0.75 + Math.random() / 2));
    }
    return answers;
  }

  function check(): Promise<boolean> {
    looking ??= look();
    return looking;
  }

  /** Waits until the server is reachable. @throws the signal's reason when it aborts */
  function whenReachable(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (get() === 'reachable') return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = subscribe(() => {
        if (get() !== 'reachable') return;
        stop();
        resolve();
      });
      signal?.addEventListener('abort', () => {
        stop();
        reject(signal.reason);
      });
    });
  }

  return { get, check, subscribe, whenReachable };
}
