import { useRef } from 'react';

/** Handlers for what takes the focus while it is open: at its end the focus goes back to where it was. */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
