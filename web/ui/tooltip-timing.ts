/**
 * Delay in milliseconds before a tooltip appears, and the time after closing during which the next one
 * appears immediately.
 */
const DELAY = 700;
const SKIP_DELAY = 300;
/** Time in milliseconds for the pointer to cross from the element to its tooltip. */
const CROSSING = 100;

let lastClosed = Number.NEGATIVE_INFINITY;

/** Times the opening and closing of a tooltip; neighbours follow each other without the delay. */
export function tooltipTiming(set: (open: boolean) => void, now: () => number = () => performance.now()) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open = false;

  function change(next: boolean) {
    clearTimeout(timer);
    if (open && !next) lastClosed = now();
    if (open !== next) set(next);
    open = next;
  }

  return {
    /** Called when the element is hovered or focused. */
    enter() {
      clearTimeout(timer);
      if (now() - lastClosed < SKIP_DELAY) change(true);
      else timer = setTimeout(() => change(true), DELAY);
    },
    /** Called when the pointer leaves. */
    leave() {
      clearTimeout(timer);
      timer = setTimeout(() => change(false), CROSSING);
    },
    /** Closes immediately: after a click, on blur, or on Escape. */
    close: () => change(false),
  };
}
