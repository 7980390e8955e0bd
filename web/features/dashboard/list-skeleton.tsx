import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder of a loading list. */
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
