import { type RefObject, useEffect } from 'react';
import { isCommand, isTyping } from '../keys.ts';

/** Focuses the box for a new note when `n` is pressed, unless a text is being typed or another dialog is open. */
export function useNoteKey(box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'n' || event.defaultPrevented || isCommand(event) || isTyping(event.target)) return;
      const dialogs = [...document.querySelectorAll('[role="dialog"]')];
      if (!box.current || dialogs.some((dialog) => !dialog.contains(box.current))) return;
      event.preventDefault();
      box.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}
