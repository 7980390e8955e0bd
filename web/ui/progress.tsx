import { Progress as Radix } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { TONE_FILL, type Tone } from './tone.ts';

export interface ProgressProps {
  /** Percentage from 0 to 100; pass a new `key` to restart. */
  value: number;
  /** Accessible name, such as 'Import progress'. */
  label: string;
  tone?: Tone;
  className?: string;
}

/** Progress bar that never moves back. */
export function Progress({ value, label, tone = 'accent', className }: ProgressProps) {
  const highest = useRef(0);
  const shown = Math.min(100, Math.max(0, value, highest.current));
  useEffect(() => {
    highest.current = shown;
  }, [shown]);
  return (
    <div className={cx('flex items-center gap-3', className)}>
      <Radix.Root
        value={shown}
        aria-label={label}
        className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-neutral-tint"
      >
        <Radix.Indicator
          className={cx('h-full origin-left rounded-full transition-transform ease-out', TONE_FILL[tone])}
          style={{ transform: `scaleX(${shown / 100})` }}
        />
      </Radix.Root>
      <span className="w-10 text-right text-13 font-medium tabular-nums">{`${Math.floor(shown)}%`}</span>
    </div>
  );
}
