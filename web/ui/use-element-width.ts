import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Tracks an element's width in CSS pixels; `otherwise` without layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  // The observer reports after the first paint, which would draw the content twice.
  useLayoutEffect(() => setWidth(element.current?.clientWidth || otherwise), [element, otherwise]);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || otherwise));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, otherwise]);
  return width;
}
