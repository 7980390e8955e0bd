import { useEffect, useEffectEvent } from 'react';
import { isCommand, isForList } from '../keys.ts';

/** Calls `onKey` for `s` on the lead list, outside texts and dialogs. */
export function useStatusKey(onKey: () => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || isCommand(event) || !isForList(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
