import { cx } from './cx.ts';

/**
 * Renders text on one line, truncated where it doesn't fit, with the whole text as its tooltip. Set a width
 * with `className`.
 */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span className={cx('block max-w-56 truncate', className)} title={text}>
      {text}
    </span>
  );
}
