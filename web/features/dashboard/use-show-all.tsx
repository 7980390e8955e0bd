import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <ul aria-hidden className="px-5 pb-2">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <li key={row} className="flex h-9 items-center justify-between">
          <Skeleton className={index % 3 === 0 ? 'h-3 w-36' : 'h-3 w-28'} />
          <Skeleton className="h-3 w-14" />
        </li>
      ))}
    </ul>
  );
}

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
