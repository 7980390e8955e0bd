import { BadgeDollarSign, CircleDot, type LucideIcon, RotateCcw, Tag, Tags, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyBulkDialog, LazyPart } from '../lazy-parts.tsx';
import type { Selection } from '../use-selection.ts';
import { BULK_TITLES, type BulkKind } from './bulk-titles.ts';

const LEAD_ACTIONS: readonly [BulkKind, LucideIcon][] = [
  ['status', CircleDot],
  ['addTags', Tag],
  ['removeTags', Tags],
  ['markSold', BadgeDollarSign],
  ['returnSale', RotateCcw],
  ['delete', Trash2],
];

export interface BulkBarProps {
  selection: Selection;
  /** Number of leads that match; undefined until it is known. */
  total: number | undefined;
}

/** Shows the number of selected leads and the actions on them, in place of the total. */
export function BulkBar({ selection, total }: BulkBarProps) {
  const [kind, setKind] = useState<BulkKind | null>(null);
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
        <button
          type="button"
          onClick={selection.selectAll}
          className="rounded-control px-1 text-13 font-medium text-accent underline-offset-2 hover:underline max-md:h-9"
        >
          Select all {formatNumber(total)} that match
        </button>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {LEAD_ACTIONS.map(([each, icon]) => (
          <Button key={each} size="small" icon={icon} onClick={() => setKind(each)}>
            {BULK_TITLES[each]}
          </Button>
        ))}
        <IconButton icon={X} label="Select None" className="size-7 max-md:size-9" onClick={selection.clear} />
      </div>
      {kind && (
        <LazyPart>
          <LazyBulkDialog kind={kind} selection={selection} onClose={() => setKind(null)} />
        </LazyPart>
      )}
    </section>
  );
}
