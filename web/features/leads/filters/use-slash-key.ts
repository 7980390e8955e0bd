import { type RefObject, useEffect } from 'react';
import { isCommand, isForList } from '../keys.ts';

/** Focuses a text box on `/`, outside texts and dialogs. */
export function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isCommand(event) || !isForList(event)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}
