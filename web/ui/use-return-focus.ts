import { type RefObject, useRef } from 'react';

/** Returns dialog handlers that focus `initial` or the first control, and restore the previous focus on close. */
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
