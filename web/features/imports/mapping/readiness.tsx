import { CircleAlert } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import type { MissingInput } from '../plan/draft.ts';

/** First deficiency of a mapping, or `ready`. */
export function Readiness({ lack, ready }: { lack: MissingInput | undefined; ready: string }) {
  if (!lack) return <p className="text-muted tabular-nums">{ready}</p>;
  return (
    <p className={cx('flex items-start gap-2', lack.blocks ? 'text-text' : 'text-caution')}>
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-caution" aria-hidden />
      {lack.text}
    </p>
  );
}
