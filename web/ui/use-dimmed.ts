import { useEffect, useState } from 'react';

/** Milliseconds; sooner replacements don't flicker. */
const AFTER_MS = 200;

/** Returns classes that dim outdated content if loading is slow. */
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
