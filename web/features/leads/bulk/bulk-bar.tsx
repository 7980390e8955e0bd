import { useMutation, useQuery } from '@tanstack/react-query';
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
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getUser } from '#contract/current-user.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import { firstLeads } from '#contract/leads.ts';
import { SELECTED_LEADS_MAX } from '#contract/limits.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { isCommand, isForList } from '../keys.ts';
import { LazyBulkDialog, LazyExportFlow, LazyPart } from '../lazy-parts.tsx';
import { LazySellThroughOrder } from '../lazy-sell-through-order.tsx';
import type { ListedPage } from '../queries.ts';
import type { Selection } from '../use-selection.ts';
import { BULK_TITLES, type BulkKind } from './bulk-titles.ts';

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

interface SelectFirstProps {
  filter: LeadFilter;
  sort: LeadSort;
  /** Matching leads. */
  total: number;
  onSelect: (ids: readonly string[]) => void;
}

function SelectFirst({ filter, sort, total, onSelect }: SelectFirstProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const most = Math.min(total, SELECTED_LEADS_MAX);
  const first = Number(text);
  const isValid = /^\d+$/.test(text.trim()) && first >= 1 && first <= most;
  const find = useMutation({
    mutationFn: () => callApi(firstLeads, { query: { ...filter, ...sort, first } }),
    onSuccess: ({ ids }) => {
      onSelect(ids);
      setOpen(false);
    },
  });
  const failure = find.error
    ? messageOf(find.error, "Couldn't select the leads. Please try again.")
    : undefined;
  const problem =
    text.trim() !== '' && !isValid ? `Enter a number from 1 to ${formatNumber(most)}.` : failure;
  return (
    <>
      <Button
        ref={anchor}
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Select First…
      </Button>
      <Popover open={open} onOpenChange={setOpen} anchor={anchor} align="start" label="Select first leads">
        <form
          className="flex flex-col gap-3 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid && !find.isPending) find.mutate();
          }}
        >
          <Field
            label="Number of leads"
            help={`From the top of the list, at most ${formatNumber(most)}.`}
            error={problem}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            size="small"
            variant="primary"
            className="self-end"
            disabled={!isValid}
            pending={find.isPending}
            pendingText="Selecting..."
          >
            Select
          </Button>
        </form>
      </Popover>
    </>
  );
}
