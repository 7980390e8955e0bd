import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Tracks the width of an element in CSS pixels; `otherwise` where it isn't laid out. */
export function useElementWidth(element: RefObject<HTMLElement | null>, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  // Measured before the first paint, because the observer reports only after it: the content would be drawn twice.
  useLayoutEffect(() => setWidth(element.current?.clientWidth || otherwise), [element, otherwise]);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || otherwise));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, otherwise]);
  return width;
}
