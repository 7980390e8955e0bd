import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCommand, isForList } from '../keys.ts';

/** Moves between cards with `j` and `k`, and presses the buttons of the chosen card with `m` and `n`. */
export function useClusterKeys(count: number) {
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isCommand(event) || !isForList(event)) return;
    const key = event.key.toLowerCase();
    if (key === 'j' || key === 'k') {
      const next = Math.min(Math.max(active + (key === 'j' ? 1 : -1), 0), count - 1);
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'm' || key === 'n') {
      const card = list.current?.children[active];
      card?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${key.toUpperCase()}"]`)?.click();
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { active: Math.min(active, count - 1), list };
}
