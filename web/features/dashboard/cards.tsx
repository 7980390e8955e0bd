import { ChartColumn, type LucideIcon, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useTicking } from '../../lib/use-ticking.ts';
import { Button } from '../../ui/button.tsx';
import { Card, type CardProps } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface CardEmptyProps {
  icon: LucideIcon;
  text: string;
  action?: ReactNode;
}

export function CardEmpty({ icon: Icon, text, action }: CardEmptyProps) {
  return (
    <div className="flex grow flex-col items-center justify-center px-6 py-10 text-center">
      <span className="mb-3 grid size-9 place-items-center rounded-control border border-line bg-raised text-muted">
        <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />
      </span>
      <p className="max-w-[42ch] text-13 text-balance text-muted">{text}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Animated count; the caller reserves the width. */
export function TickingNumber({ value }: { value: number }) {
  return <span className="tabular-nums">{formatNumber(useTicking(value) ?? value)}</span>;
}

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

interface ChartCardProps extends Pick<CardProps, 'subtitle' | 'padded'> {
  title: string;
  /** Shown instead of the chart on request; null without numbers. */
  table: ReactNode;
  /** Hidden next to the table. */
  control?: ReactNode;
  children: ReactNode;
}

/** Chart that can be switched to a table. */
export function ChartCard({ title, table, control, children, ...card }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const turned = asTable && table !== null;
  return (
    <Card
      fill
      title={title}
      {...card}
      // Keeps the buttons next to the title.
      className="max-md:[&>header]:flex-nowrap"
      actions={
        <div className="-my-1 -mr-2 flex shrink-0 items-center gap-2 print:hidden">
          {!turned && control}
          {table !== null && (
            <IconButton
              icon={turned ? ChartColumn : Table2}
              label={turned ? `${title}: show the picture` : `${title}: show as a table`}
              side="left"
              onClick={() => setAsTable(!turned)}
            />
          )}
        </div>
      }
    >
      {turned ? table : children}
    </Card>
  );
}
