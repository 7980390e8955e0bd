import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
const listeners = new Set<() => void>();

// public/first.js sets the attribute before the first paint.
function current(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

/** Sets the theme and stores it if allowed. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be blocked; the theme then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, current);
}
