type Edge = 'top' | 'bottom';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Size of a toast with its margins, in pixels. */
const TOAST_WIDTH = 416;
const TOAST_HEIGHT = 120;

/** Returns where the lower end of `view` is clear of bars that stand there, such as a footer with buttons. */
export function clearBottom(bars: readonly Box[], view: Box): number {
  const middle = (view.left + view.right) / 2;
  return bars
    .filter(({ left, right }) => left < middle + TOAST_WIDTH / 2 && right > middle - TOAST_WIDTH / 2)
    .filter(({ top, bottom }) => bottom > view.bottom - TOAST_HEIGHT && top > (view.top + view.bottom) / 2)
    .reduce((least, { top }) => Math.min(least, top), view.bottom);
}

/** Returns the edge where a toast doesn't cover the text being typed, `preferred` if possible. */
export function freeEdge(preferred: Edge, typed: Box | null, view: Box): Edge {
  const middle = (view.left + view.right) / 2;
  const isBeside =
    typed === null || typed.right <= middle - TOAST_WIDTH / 2 || typed.left >= middle + TOAST_WIDTH / 2;
  const isCovered = (edge: Edge) =>
    !isBeside &&
    (edge === 'top' ? typed.top < view.top + TOAST_HEIGHT : typed.bottom > view.bottom - TOAST_HEIGHT);
  const other = preferred === 'top' ? 'bottom' : 'top';
  return isCovered(preferred) && !isCovered(other) ? other : preferred;
}
