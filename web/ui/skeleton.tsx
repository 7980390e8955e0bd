import { cx } from './cx.ts';

/** A breathing bar in the place of what loads; give its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-breathe rounded-[4px] bg-neutral-tint', className)} />
  );
}
