import { formatCount } from '../../lib/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Number of matching leads, announced to screen readers. */
export function MatchCount({ total }: { total: number | undefined }) {
  return (
    <p className="flex h-5 items-center text-13 text-muted tabular-nums md:min-w-[12ch]" role="status">
      {total === undefined ? <Skeleton className="h-3 w-20" /> : formatCount(total, 'lead')}
    </p>
  );
}
