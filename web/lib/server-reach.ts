import { useSyncExternalStore } from 'react';
import { type Reach, watchReach } from './reach.ts';

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
