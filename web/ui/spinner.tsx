import { cx } from './cx.ts';

export interface SpinnerProps {
  /** Text for screen readers; without it the spinner is decoration next to a text. */
  label?: string;
  className?: string;
}

/** Renders a spinning ring for waits of unknown length. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
      className={cx(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current',
        className,
      )}
      style={{ borderTopColor: 'transparent' }}
    />
  );
}
