import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { TONE_FILL, TONE_TINT, type Tone } from './tone.ts';

export interface BadgeProps {
  tone?: Tone;
  dot?: boolean;
  className?: string;
  children: ReactNode;
}

/** Muted status label with a dot in its tone. */
export function Badge({ tone = 'neutral', dot = true, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-12 font-medium whitespace-nowrap',
        TONE_TINT[tone],
        className,
      )}
    >
      {dot && <span className={cx('size-1.5 shrink-0 rounded-full', TONE_FILL[tone])} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
