import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Scrolls to the top when another page is shown; while it loads, the rows of the page before stay where they are. */
export function useTopOfPage(scroller: RefObject<HTMLElement | null>, pageKey: string, stale: boolean): void {
  const shown = useRef(pageKey);
  useLayoutEffect(() => {
    if (stale || shown.current === pageKey) return;
    shown.current = pageKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, pageKey, stale]);
}
