import { useEffect, useState } from 'react';
import { freeEdge } from './free-edge.ts';

const TEXT = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';
const PHONE = '(max-width: 767px)';

/** Returns where toasts don't cover the text being typed; `inset` in pixels. */
export function useFreeEdge(): { edge: 'top' | 'bottom'; inset: number } {
  const [place, setPlace] = useState(freePlace);
  useEffect(() => {
    const update = () =>
      setPlace((now) => {
        const next = freePlace();
        return next.edge === now.edge && next.inset === now.inset ? now : next;
      });
    const targets: [EventTarget, string][] = [
      [document, 'focusin'],
      [document, 'focusout'],
      [document, 'scroll'],
      [window, 'resize'],
      ...(visualViewport ? [[visualViewport, 'resize'] as [EventTarget, string]] : []),
    ];
    for (const [target, event] of targets) target.addEventListener(event, update, { capture: true });
    return () => {
      for (const [target, event] of targets) target.removeEventListener(event, update, { capture: true });
    };
  }, []);
  return place;
}

function freePlace(): { edge: 'top' | 'bottom'; inset: number } {
  const active = document.activeElement;
  const typed = active?.matches(TEXT) ? active.getBoundingClientRect() : null;
  // On-screen keyboards cover the lower part of the window.
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  const view = { left: 0, right: innerWidth, top: offsetTop, bottom: offsetTop + height };
  const edge = freeEdge(matchMedia(PHONE).matches ? 'top' : 'bottom', typed, view);
  return { edge, inset: edge === 'top' ? offsetTop : Math.max(0, innerHeight - view.bottom) };
}
