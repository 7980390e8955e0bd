/** Milliseconds before a tooltip appears, and within which the next one needs not wait. */
const DELAY = 700;
const SKIP_DELAY = 300;
/** Milliseconds in which the pointer may cross from the element to its tooltip. */
const CROSSING = 100;

let lastClosed = Number.NEGATIVE_INFINITY;

/** Opens and closes one tooltip in time: neighbours follow each other without the delay. */
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
    /** It is pointed at, or has the focus. */
    enter() {
      clearTimeout(timer);
      if (now() - lastClosed < SKIP_DELAY) change(true);
      else timer = setTimeout(() => change(true), DELAY);
    },
    /** It is not any more. */
    leave() {
      clearTimeout(timer);
      timer = setTimeout(() => change(false), CROSSING);
    },
    /** It was pressed, left by the focus, or dismissed with Escape. */
    close: () => change(false),
  };
}
