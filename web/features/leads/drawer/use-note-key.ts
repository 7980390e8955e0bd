import { type RefObject, useEffect } from 'react';
import { isCommand, isTyping } from '../keys.ts';

/** Focuses the new note on `n`, outside texts and other dialogs. */
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
