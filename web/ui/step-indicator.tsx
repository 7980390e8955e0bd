import { Check } from 'lucide-react';
import { cx } from './cx.ts';

export interface StepIndicatorProps {
  steps: readonly string[];
  /** From 1. */
  current: number;
  label: string;
}

export function StepIndicator({ steps, current, label }: StepIndicatorProps) {
  return (
    <ol aria-label={label} className="flex items-center gap-3">
      {steps.map((step, index) => {
        const number = index + 1;
        const done = number < current;
        const active = number === current;
        return (
          <li key={step} aria-current={active ? 'step' : undefined} className="flex items-center gap-3">
            {index > 0 && (
              <span className={cx('h-px w-4 sm:w-10', number <= current ? 'bg-accent' : 'bg-line')} />
            )}
            <span
              className={cx(
                'grid size-6 shrink-0 place-items-center rounded-full border text-12 font-semibold tabular-nums transition-colors',
                done && 'border-accent bg-accent-tint text-accent',
                active && 'border-accent bg-accent text-on-accent',
                !done && !active && 'border-line-strong text-muted',
              )}
            >
              {done ? <Check className="size-3.5" strokeWidth={2.5} aria-label="Done" /> : number}
            </span>
            <span className={cx('text-14', active ? 'font-semibold text-text' : 'text-muted max-sm:sr-only')}>
              {step}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
