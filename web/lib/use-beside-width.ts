import { useSyncExternalStore } from 'react';

const BESIDE = '(min-width: 1280px)';

function subscribe(listener: () => void) {
  const query = matchMedia(BESIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns true while the window is wide enough for a record beside its list: from 1280 px. */
export function useBesideWidth(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(BESIDE).matches);
}
