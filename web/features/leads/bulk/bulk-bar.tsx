import { useQuery } from '@tanstack/react-query';
import {
  BadgeDollarSign,
  CircleDot,
  ClipboardList,
  Download,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  StickyNote,
  Tag,
  Tags,
  Trash2,
  UserRoundCheck,
  X,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { getUser } from '#contract/current-user.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { isCommand, isForList } from '../keys.ts';
import { LazyBulkDialog, LazyExportFlow, LazyPart } from '../lazy-parts.tsx';
import { LazySellThroughOrder } from '../lazy-sell-through-order.tsx';
import type { ListedPage } from '../queries.ts';
import type { Selection } from '../use-selection.ts';
import { BULK_TITLES, type BulkKind } from './bulk-titles.ts';
import { SelectFirst } from './select-first.tsx';

/** On phones, all actions fit two rows. */
const TILE =
  'max-md:h-15! max-md:px-0! max-md:text-12! max-md:leading-3.5 max-md:whitespace-normal! max-md:*:flex-col max-md:*:gap-1';

interface ExportSelectedProps {
  filter: LeadFilter;
  sort: LeadSort;
  selection: Pick<Selection, 'target' | 'count'>;
}

function ExportSelected({ filter, sort, selection }: ExportSelectedProps) {
  const { data: user } = useQuery(queryOf(getUser, {}));
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={Download} className={TILE} onClick={() => setOpen(true)}>
        Export Selected
      </Button>
      {open && user && (
        <LazyPart>
          <LazyExportFlow
            source={{ filter, sort, selection: { target: selection.target, count: selection.count } }}
            user={user}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </>
  );
}

function SellThrough({ target }: Pick<Selection, 'target'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={ClipboardList} className={TILE} onClick={() => setOpen(true)}>
        <span>
          Sell<span className="max-md:sr-only"> Through</span> Order
        </span>
      </Button>
      {open && (
        <LazyPart>
          <LazySellThroughOrder target={target} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

const LEAD_ACTIONS: readonly [BulkKind, LucideIcon][] = [
  ['status', CircleDot],
  ['setField', PencilLine],
  ['addTags', Tag],
  ['removeTags', Tags],
  ['assign', UserRoundCheck],
  ['note', StickyNote],
  ['markSold', BadgeDollarSign],
  ['returnSale', RotateCcw],
  ['delete', Trash2],
];

interface BulkBarProps {
  selection: Selection;
  /** List for selecting the first leads. */
  shown: Pick<ListedPage, 'filter' | 'sort'>;
  /** Undefined until known. */
  total: number | undefined;
}

/** Selection count and bulk actions, in place of the total. */
export function BulkBar({ selection, shown: { filter, sort }, total }: BulkBarProps) {
  const [kind, setKind] = useState<BulkKind | null>(null);
  useActionKeys(setKind);
  const { count, all } = selection;
  const more = !all && selection.page === 'all' && total !== undefined && count !== null && total > count;
  return (
    <section
      aria-label="Selected leads"
      data-keep-clear
      className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-1 md:gap-x-1.5 md:gap-y-2"
    >
      <SelectedCount selection={selection} total={total} />
      {more && (
        <button
          type="button"
          onClick={selection.selectAll}
          className="rounded-control px-1 text-13 font-medium text-accent underline-offset-2 hover:underline max-md:h-11"
        >
          Select all {formatNumber(total)} that match
        </button>
      )}
      {total !== undefined && total > 0 && (
        <SelectFirst filter={filter} sort={sort} total={total} onSelect={selection.select} />
      )}
      <Button size="small" variant="quiet" icon={X} aria-keyshortcuts="Escape" onClick={selection.clear}>
        Select None
      </Button>
      <div className="max-md:grid max-md:w-full md:contents max-md:grid-cols-6 max-md:gap-1">
        {LEAD_ACTIONS.map(([each, icon]) => (
          <Button key={each} size="small" icon={icon} className={TILE} onClick={() => setKind(each)}>
            {BULK_TITLES[each]}
          </Button>
        ))}
        <SellThrough target={selection.target} />
        <ExportSelected filter={filter} sort={sort} selection={selection} />
      </div>
      {kind && (
        <LazyPart>
          <LazyBulkDialog kind={kind} selection={selection} onClose={() => setKind(null)} />
        </LazyPart>
      )}
    </section>
  );
}

/** Number of selected leads, in total and elsewhere: on other pages, or no longer among the matches. */
function SelectedCount({ selection, total }: { selection: Selection; total: number | undefined }) {
  const { count, elsewhere, shown, all } = selection;
  const where = total !== undefined && total <= shown ? 'no longer in this list' : 'on other pages';
  return (
    <p className="text-13 font-medium tabular-nums">
      <span role="status">{count === null ? 'All' : formatNumber(count)} selected</span>
      {!all && elsewhere !== null && elsewhere > 0 && (
        <span className="font-normal text-muted">
          {' '}
          ({elsewhere === count ? where : `${formatNumber(elsewhere)} ${where}`})
        </span>
      )}
    </p>
  );
}

const ACTION_KEYS: Readonly<Record<string, BulkKind>> = { s: 'status', m: 'markSold' };

/** Calls `onKey` for a key of an action on the lead list, outside texts and dialogs. */
function useActionKeys(onKey: (kind: BulkKind) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const kind = ACTION_KEYS[event.key];
      if (!kind || isCommand(event) || !isForList(event)) return;
      event.preventDefault();
      act(kind);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
