import { cx } from './cx.ts';

/** Text on one line, cut where it does not fit, with the whole on hover. Give a width with `className`. */
export function Truncated({ text, className }: { text: string; className?: string }) {
  return (
    <span className={cx('block max-w-56 truncate', className)} title={text}>
      {text}
    </span>
  );
}
