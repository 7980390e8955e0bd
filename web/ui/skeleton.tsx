import { cx } from './cx.ts';

/** Loading placeholder; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-breathe rounded-[4px] bg-neutral-tint', className)} />
  );
}

/** Placeholder lines of these width classes. */
export function SkeletonLines({ widths, className }: { widths: readonly string[]; className?: string }) {
  return (
    <div aria-hidden className={cx('flex flex-col gap-4', className)}>
      {widths.map((width) => (
        <Skeleton key={width} className={`h-5 max-w-full ${width}`} />
      ))}
    </div>
  );
}
