import { useEffect } from 'react';

let app: string | undefined;

/** Puts a title before the app's in the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    app ??= document.title;
    document.title = `${title} · ${app}`;
  }, [title]);
}
