import { cx } from './cx.ts';

/** Truncates text to one line with the full text as tooltip; `className` sets the width. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span className={cx('block max-w-56 truncate', className)} title={text}>
      {text}
    </span>
  );
}
