import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Scrolls to the top once another page has loaded. */
export function useTopOfPage(scroller: RefObject<HTMLElement | null>, pageKey: string, stale: boolean): void {
  const shown = useRef(pageKey);
  useLayoutEffect(() => {
    if (stale || shown.current === pageKey) return;
    shown.current = pageKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, pageKey, stale]);
}
