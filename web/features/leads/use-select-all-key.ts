import { useEffect, useEffectEvent } from 'react';
import { isForList } from './keys.ts';

/** Selects the page's leads on Ctrl/Meta+A in the list or without focus. */
export function useSelectAllKey(selectPage: () => void): void {
  const onSelect = useEffectEvent(selectPage);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || altKey || shiftKey || !isForList(event))
        return;
      if (!(target instanceof Element) || (target !== document.body && !target.closest('[role="grid"]')))
        return;
      event.preventDefault();
      onSelect();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
