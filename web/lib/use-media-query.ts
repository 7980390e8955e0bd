import { useCallback, useSyncExternalStore } from 'react';

const BESIDE = '(min-width: 1280px)';
const PHONE = '(max-width: 767px)';

const PRINT = 'print';

/** Last result of each query on screen; printing must not change a page's parts. */
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

/** Returns whether a record fits next to its list: from 1280 px. */
export function useBesideWidth(): boolean {
  return useMediaQuery(BESIDE);
}

let isPrinting = false;

// The media query changes too late, after the browser has counted the sheets.
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

export function usePrinting(): boolean {
  return useSyncExternalStore(subscribeToPrinting, () => isPrinting || matches(PRINT));
}

/** Returns whether the window is narrower than 768 px. */
export function usePhoneWidth(): boolean {
  return useMediaQuery(PHONE);
}
