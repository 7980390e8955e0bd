import { ArrowRight } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { Truncated } from '../../../ui/truncated.tsx';

interface StoredValueProps {
  /** Replaced value, '' for none; undefined if unchanged. */
  before: string | undefined;
  after: string;
  /** Aligns truncated text with its column. */
  place: string;
}

/** Stored value, after the struck-through replaced value. */
export function StoredValue({ before, after, place }: StoredValueProps) {
  if (before === undefined) return <Truncated text={after} className={place} />;
  return (
    <span
      className={cx('flex w-max max-w-80 items-center gap-1.5 max-md:max-w-full', place)}
      title={before === '' ? `Was empty. New: ${after}` : `${before} → ${after}`}
    >
      {before !== '' && (
        <>
          <span className="sr-only">Was: </span>
          <del className="min-w-0 truncate text-muted">{before}</del>
          <ArrowRight className="size-3 shrink-0 text-muted" aria-hidden />
        </>
      )}
      <span className="sr-only">{before === '' ? 'Added: ' : 'Becomes: '}</span>
      <ins className="min-w-0 truncate font-medium no-underline">{after}</ins>
    </span>
  );
}
