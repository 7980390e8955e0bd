import { cx } from '../../ui/cx.ts';
import { type ForecastLine, type RowFate, sharesText } from './forecast-lines.ts';

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,var(--neutral-tint)_2px_5px)] ring-1 ring-line-strong ring-inset';

// Told apart by brightness and pattern too, for those who see no colours.
const FILLS: Record<RowFate, string> = {
  imported: 'bg-positive',
  updated: 'bg-positive',
  duplicatesInFile: STRIPES,
  duplicatesInDatabase: 'bg-line-strong',
  skipped: STRIPES,
  errors: 'bg-negative',
};

/** The mark of a fate beside its label, as it stands in the bar. */
export function ShareMark({ fate }: { fate: RowFate }) {
  return <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[3px]', FILLS[fate])} />;
}

/** The shares of what becomes of the rows as one bar; in words for those who do not see it. */
export function ShareBar({ lines }: { lines: readonly ForecastLine<RowFate>[] }) {
  const there = lines.filter(({ count }) => count > 0);
  return (
    <div
      role="img"
      aria-label={there.length === 0 ? 'No rows yet' : sharesText(there)}
      className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-neutral-tint"
    >
      {there.map(({ key, share }) => (
        <span
          key={key}
          // Of a large file a few rows are less than a pixel; they are to be seen all the same.
          style={{ flexGrow: share, flexBasis: 0, minWidth: '4px' }}
          className={cx('h-full', FILLS[key])}
        />
      ))}
    </div>
  );
}
