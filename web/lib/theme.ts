import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';

// public/first.js sets the attribute before the first paint.
const store = createStore<Theme>(document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark');

/** Sets the theme and stores it if allowed. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be blocked; the theme then lasts as long as the page.
  }
  store.set(theme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.get);
}
