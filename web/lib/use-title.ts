import { useEffect } from 'react';

/** Sets the browser tab's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lead Manager`;
  }, [title]);
}
