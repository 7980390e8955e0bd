import { cx } from './cx.ts';

export interface SpinnerProps {
  /** For screen readers; omit it next to a text. */
  label?: string;
  className?: string;
}

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
