import { useEffect, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-media-query.ts';

const COOKIE = 'sidebar_state';
/** Width of the window from which the sidebar is wide at first. */
const WIDE_FROM_PX = 1280;
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Returns whether the sidebar was wide; if nothing is stored, whether the window leaves room for it. */
function isFirstWide(): boolean {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return stored === undefined ? innerWidth >= WIDE_FROM_PX : !stored.endsWith('=false');
}

/**
 * Tracks whether the sidebar is wide (stored in a cookie for 7 days) and, under 768 px, whether its sheet is
 * open (not stored). Ctrl or Meta plus B toggles the visible one.
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
