import { useEffect, useState } from 'react';

/** Returns a value after it hasn't changed for `delay` milliseconds. Compares by identity. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
