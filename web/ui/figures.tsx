import { cx } from './cx.ts';
import { formatNumber } from './format-number.ts';

export interface Figure {
  label: string;
  value: number;
  /** Color of nonzero values. */
  tone?: 'text-positive' | 'text-caution' | 'text-negative';
}

/** Figures with labels; zeros are muted. */
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
