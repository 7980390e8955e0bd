import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { formatNumber } from './format-number.ts';
import { Skeleton } from './skeleton.tsx';

export interface Figure {
  label: string;
  value: number;
  /** Color of nonzero values. */
  tone?: 'text-positive' | 'text-caution' | 'text-negative';
}

export function Figures({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-4', className)}>
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="min-w-0">
          <dt className="truncate text-13 text-muted" title={label}>
            {label}
          </dt>
          <dd
            className={cx('truncate text-20 font-semibold tabular-nums', value === 0 ? 'text-muted' : tone)}
            title={formatNumber(value)}
          >
            {formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface StatProps {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  help?: ReactNode;
  className?: string;
}

export function Stat({ label, value, help, className }: StatProps) {
  return (
    <dl className={cx('min-w-0 rounded-card border border-line bg-surface px-4 py-4 md:px-5', className)}>
      <dt className="truncate text-13 text-muted">{label}</dt>
      <dd
        className="mt-1 truncate text-24 font-semibold tracking-tight tabular-nums xl:text-30"
        title={value}
      >
        {value ?? <Skeleton className="my-1.5 h-6 w-20" />}
      </dd>
      {help !== undefined && <dd className="mt-0.5 text-13 text-muted tabular-nums md:truncate">{help}</dd>}
    </dl>
  );
}
