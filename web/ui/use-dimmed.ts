import { useEffect, useState } from 'react';

/**
 * Delay in milliseconds; content that arrives sooner replaces the old without a flicker or an extra frame.
 */
const AFTER_MS = 200;

/** Returns the classes of outdated content while `busy`; dims it once the new content takes long. */
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
