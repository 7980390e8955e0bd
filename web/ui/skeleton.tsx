import { cx } from './cx.ts';

/** Renders a pulsing bar in place of loading content; set its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-breathe rounded-[4px] bg-neutral-tint', className)} />
  );
}
