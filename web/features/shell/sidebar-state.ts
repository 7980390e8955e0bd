import { useEffect, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-media-query.ts';

const COOKIE = 'sidebar_state';
/** Minimum window width for an initially wide sidebar. */
const WIDE_FROM_PX = 1280;
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Returns the stored state, or whether the window has room. */
function isFirstWide(): boolean {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return stored === undefined ? innerWidth >= WIDE_FROM_PX : !stored.endsWith('=false');
}

/**
 * Tracks the wide sidebar (7-day cookie) and, under 768 px, its sheet (not stored). Ctrl/Meta+B
 * toggles them.
 */
export function useSidebar() {
  const phone = usePhoneWidth();
  const [wide, setWide] = useState(isFirstWide);
  const [sheet, setSheet] = useState(false);

  function toggle() {
    if (phone) {
      setSheet(!sheet);
      return;
    }
    // The Cookie Store API is missing on plain http, common in local networks.
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
