import type { ReactNode } from 'react';
import { formatNumber, formatPercent, ratio } from '../../../lib/format.ts';
import { useTicking } from '../../../lib/use-ticking.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  type DryRunLine,
  type DryRunRowOutcome,
  outcomeLines,
  phoneLines,
  sharesText,
} from './dry-run-lines.ts';
import type { DryRunCounts } from './use-dry-run.ts';

interface DryRunFiguresProps {
  counts: DryRunCounts;
  /** Mutes the figures of an earlier plan. */
  quiet: boolean;
  loading: boolean;
}

const TONES: Partial<Record<DryRunLine['key'], string>> = {
  errors: 'text-negative',
  warnings: 'text-caution',
  invalidPhones: 'text-caution',
};

const PHONES_OF = {
  create: 'Phones of imported rows',
  update: 'Phones of updated rows',
  createOrUpdate: 'Phones of imported and updated rows',
} as const;

export function DryRunFigures({ counts: { result, plan }, quiet, loading }: DryRunFiguresProps) {
  const line = ({ key, ...one }: DryRunLine, mark?: ReactNode) => (
    <Line key={key} {...one} mark={mark} tone={quiet ? 'text-muted' : TONES[key]} loading={loading} />
  );
  return (
    <div className="grid gap-x-10 gap-y-4 @xl:grid-cols-2">
      <dl aria-label="Rows" className="flex flex-col gap-1.5">
        {outcomeLines(result, plan.importMode.mode).map((one) => line(one, <ShareMark outcome={one.key} />))}
      </dl>
      <div className="flex flex-col gap-4">
        <div>
          <h3 className="mb-1.5 text-12 font-medium text-muted">{PHONES_OF[plan.importMode.mode]}</h3>
          <dl aria-label="Phones" className="flex flex-col gap-1.5">
            {phoneLines(result).map((one) => line(one))}
          </dl>
        </div>
        <dl aria-label="Warnings" className="border-t border-line pt-3">
          {line({
            key: 'warnings',
            label: 'Rows with a warning',
            count: result.warnings,
            share: ratio(result.warnings, result.checked),
          })}
        </dl>
      </div>
    </div>
  );
}

interface LineProps extends Omit<DryRunLine, 'key'> {
  mark: ReactNode;
  tone: string | undefined;
  loading: boolean;
}

function Line({ mark, label, count, share, tone, loading }: LineProps) {
  const shown = useTicking(count) ?? 0;
  return (
    <div className="flex items-center gap-2 text-13">
      {mark}
      <dt className="min-w-0 flex-1 truncate text-muted" title={label}>
        {label}
      </dt>
      <dd className="flex h-5 items-center tabular-nums">
        {loading ? (
          <Skeleton className="h-3 w-20" />
        ) : (
          <>
            <span className={cx('font-medium', count === 0 ? 'text-muted' : tone)}>
              {formatNumber(shown)}
            </span>
            <span className="w-13 text-right text-muted">{formatPercent(share)}</span>
          </>
        )}
      </dd>
    </div>
  );
}

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

function ShareMark({ outcome }: { outcome: DryRunRowOutcome }) {
  return <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[3px]', FILLS[outcome])} />;
}

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
