import { cx } from '../../../ui/cx.ts';
import { type DryRunLine, type DryRunRowOutcome, sharesText } from './dry-run-lines.ts';

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,var(--neutral-tint)_2px_5px)] ring-1 ring-line-strong ring-inset';

// Brightness and pattern differ too, for users who can't see colors.
const FILLS: Record<DryRunRowOutcome, string> = {
  imported: 'bg-positive',
  updated: 'bg-positive',
  duplicatesInFile: STRIPES,
  duplicatesInDatabase: 'bg-line-strong',
  skipped: STRIPES,
  suppressed: 'bg-caution',
  errors: 'bg-negative',
};

export function ShareMark({ outcome }: { outcome: DryRunRowOutcome }) {
  return <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[3px]', FILLS[outcome])} />;
}

/** Outcome shares as one bar, with a text alternative. */
export function ShareBar({ lines }: { lines: readonly DryRunLine<DryRunRowOutcome>[] }) {
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
          // Keeps shares of less than a pixel visible.
          style={{ flexGrow: share, flexBasis: 0, minWidth: '4px' }}
          className={cx('h-full', FILLS[key])}
        />
      ))}
    </div>
  );
}
