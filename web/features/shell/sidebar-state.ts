import { useEffect, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-phone-width.ts';

const COOKIE = 'sidebar_state';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

function wasOpen(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

/**
 * Tracks whether the sidebar is wide (stored in a cookie for 7 days) and, under 768 px, whether its sheet is
 * open (not stored). Ctrl or Meta plus B toggles the visible one.
 */
export function useSidebar() {
  const phone = usePhoneWidth();
  const [wide, setWide] = useState(wasOpen);
  const [sheet, setSheet] = useState(false);

  function toggle() {
    if (phone) {
      setSheet(!sheet);
      return;
    }
    // The Cookie Store API is missing on plain http, over which servers in local networks are used.
    Reflect.set(document, 'cookie', `${COOKIE}=${!wide}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`);
    setWide(!wide);
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      toggle();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return { phone, wide, sheet, setSheet, toggle };
}

export type SidebarState = ReturnType<typeof useSidebar>;
