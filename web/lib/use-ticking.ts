import { useEffect, useRef, useState } from 'react';

const TICK_MS = 180;
const STILL = '(prefers-reduced-motion: reduce)';

/**
 * Animates a whole number to `value` within 180 ms; skips it for reduced motion, hidden tabs and
 * the first value.
 */
export function useTicking(value: number | undefined): number | undefined {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === undefined || value === undefined || document.hidden || matchMedia(STILL).matches) {
      setShown(value);
      return;
    }
    const begun = performance.now();
    let frame = 0;
    function tick(now: number) {
      if (start === undefined || value === undefined) return;
      const share = Math.min(1, Math.max(0, (now - begun) / TICK_MS));
      setShown(Math.round(start + (value - start) * (1 - (1 - share) ** 3)));
      if (share < 1) frame = requestAnimationFrame(tick);
    }
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
