import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

export interface StatProps {
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
