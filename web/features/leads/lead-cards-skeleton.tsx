import { Skeleton } from '../../ui/skeleton.tsx';

export const CARDS = 'rounded-card border border-line bg-surface overflow-hidden';

export function LeadCardsSkeleton({ cards }: { cards: number }) {
  return (
    <div className={CARDS}>
      {Array.from({ length: cards }, (_, card) => `card-${card}`).map((card) => (
        <div
          key={card}
          className="flex h-[7.25rem] flex-col justify-center gap-3 border-b border-line px-4 last:border-b-0"
        >
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-52" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </div>
  );
}
