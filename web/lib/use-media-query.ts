import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for a record beside its list. */
const BESIDE = '(min-width: 1280px)';
const PHONE = '(max-width: 767px)';

function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches);
}

/** Returns true while the window is wide enough for a record beside its list: from 1280 px. */
export function useBesideWidth(): boolean {
  return useMediaQuery(BESIDE);
}

/** Returns true while the window is narrower than 768 px. */
export function usePhoneWidth(): boolean {
  return useMediaQuery(PHONE);
}
