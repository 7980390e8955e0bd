import { type RefObject, useEffect, useState } from 'react';

/** Tracks the width of an element in CSS pixels; `otherwise` until it is laid out. */
export function useElementWidth(element: RefObject<HTMLElement | null>, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || otherwise));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, otherwise]);
  return width;
}
