import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for a record next to its list. */
const BESIDE = '(min-width: 1280px)';
const PHONE = '(max-width: 767px)';

const PRINT = 'print';

/** Last answer of each query on the screen: paper is narrower, but a page must not change its parts while it is printed. */
const onScreen = new Map<string, boolean>();

function matches(media: string): boolean {
  const printed = media !== PRINT && matchMedia(PRINT).matches;
  const answer = (printed ? onScreen.get(media) : undefined) ?? matchMedia(media).matches;
  onScreen.set(media, answer);
  return answer;
}

function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => matches(media));
}

/** Returns true while the window is wide enough for a record next to its list: from 1280 px. */
export function useBesideWidth(): boolean {
  return useMediaQuery(BESIDE);
}

let isPrinting = false;

// The media query changes only after the browser has counted the sheets: what appears then is cut off.
function subscribeToPrinting(listener: () => void): () => void {
  const tell = (printing: boolean) => () => {
    isPrinting = printing;
    listener();
  };
  const [before, after] = [tell(true), tell(false)];
  const query = matchMedia(PRINT);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  query.addEventListener('change', listener);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    query.removeEventListener('change', listener);
  };
}

/** Returns true while the page is printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribeToPrinting, () => isPrinting || matches(PRINT));
}

/** Returns true while the window is narrower than 768 px. */
export function usePhoneWidth(): boolean {
  return useMediaQuery(PHONE);
}
