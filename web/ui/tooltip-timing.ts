/** Milliseconds until a tooltip appears, and after closing in which the next appears at once. */
const DELAY = 700;
const SKIP_DELAY = 300;
/** Milliseconds for the pointer to reach the tooltip. */
const CROSSING = 100;

let lastClosed = Number.NEGATIVE_INFINITY;

/** Times the opening and closing of tooltips; neighbors skip the delay. */
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
    enter() {
      clearTimeout(timer);
      if (now() - lastClosed < SKIP_DELAY) change(true);
      else timer = setTimeout(() => change(true), DELAY);
    },
    leave() {
      clearTimeout(timer);
      timer = setTimeout(() => change(false), CROSSING);
    },
    /** For clicks, blur and Escape. */
    close: () => change(false),
  };
}
