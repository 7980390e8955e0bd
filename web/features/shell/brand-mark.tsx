import { cx } from '../../ui/cx.ts';

/** Logo: rows, one of which became a person. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('size-7 shrink-0', className)}>
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <g className="fill-on-accent">
        <rect x="5" y="5.6" width="9" height="2.4" rx="1.2" opacity=".5" />
        <circle cx="7.2" cy="12" r="2.2" />
        <rect x="10.8" y="10.8" width="8.2" height="2.4" rx="1.2" />
        <rect x="5" y="16" width="11" height="2.4" rx="1.2" opacity=".5" />
      </g>
    </svg>
  );
}
