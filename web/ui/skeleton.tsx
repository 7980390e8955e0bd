import { cx } from './cx.ts';

/** Loading placeholder; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-breathe rounded-[4px] bg-neutral-tint', className)} />
  );
}
