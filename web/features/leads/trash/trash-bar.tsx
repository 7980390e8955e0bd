import { RotateCcw, Trash2, X } from 'lucide-react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Selection } from '../use-selection.ts';

export interface TrashBarProps {
  selection: Selection;
  total: number | undefined;
  onRestore: () => void;
  /** Undefined for users without permission. */
  onPurge: (() => void) | undefined;
}

/** Selection count and actions. */
export function TrashBar({ selection, total, onRestore, onPurge }: TrashBarProps) {
  const { count, all } = selection;
  const more = !all && selection.page === 'all' && total !== undefined && count !== null && total > count;
  return (
    <section
      aria-label="Selected leads"
      className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-2"
    >
      <p className="text-13 font-medium tabular-nums" role="status">
        {count === null ? 'All' : formatNumber(count)} selected
      </p>
      {more && (
        <Button size="small" variant="quiet" className="text-accent!" onClick={selection.selectAll}>
          Select all {formatNumber(total)} that match
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        <Button size="small" icon={RotateCcw} onClick={onRestore}>
          Restore
        </Button>
        {onPurge && (
          <Button size="small" icon={Trash2} onClick={onPurge}>
            Delete Forever
          </Button>
        )}
        <IconButton
          icon={X}
          label="Select None"
          className="size-7 max-md:size-11"
          onClick={selection.clear}
        />
      </div>
    </section>
  );
}
