import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

/** Returns the first `limit` items, or all after a press of the button, which is null without more items. */
export function useShowAll<T>(list: readonly T[], limit: number, what: string): [readonly T[], ReactNode] {
  const [all, setAll] = useState(false);
  const toggle = list.length > limit && (
    <Button
      variant="quiet"
      size="small"
      aria-expanded={all}
      aria-label={all ? `Show Less: ${what}` : `Show All (${formatNumber(list.length)}): ${what}`}
      onClick={() => setAll(!all)}
    >
      {all ? 'Show Less' : `Show All (${formatNumber(list.length)})`}
    </Button>
  );
  return [all ? list : list.slice(0, limit), toggle || null];
}
