import { useEffect, useState } from 'react';

/** An answer that comes sooner changes nothing before it is there: no flicker, and no frame that the browser draws for it. */
const AFTER_MS = 200;

/** The classes of content that is out of date while `busy`: it dims once what takes its place takes long. */
export function useDimmed(busy: boolean): string {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late ? 'transition-opacity opacity-50' : 'transition-opacity';
}
