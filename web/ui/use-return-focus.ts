import { type RefObject, useRef } from 'react';

/**
 * Returns handlers that restore the previous focus when a dialog or drawer closes. It opens with the focus on
 * `initial`, or on its first control.
 */
export function useReturnFocus(initial?: RefObject<HTMLElement | null>) {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!initial?.current) return;
      event.preventDefault();
      initial.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
