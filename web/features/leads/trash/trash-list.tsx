import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { LeadSelection } from '#contract/bulk.ts';
import type { CurrentUser } from '#contract/current-user.ts';
import { TRASH_DAYS } from '#contract/limits.ts';
import type { TrashedLead } from '#contract/trash.ts';
import { formatNumber } from '../../../lib/format.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import { restoreFromTrash } from '../drawer/trash.ts';
import { LeadPaging, MatchCount } from '../lead-paging.tsx';
import { pageOf, trashQuery } from '../queries.ts';
import { countFilters, filterOf, type LeadsSearch, withoutFilters } from '../search.ts';
import { useTablePreferences } from '../table/use-table-preferences.ts';
import { type Selection, useSelection } from '../use-selection.ts';
import { TrashTable } from './trash-table.tsx';

export interface TrashListProps {
  search: LeadsSearch;
  onGo: (search: LeadsSearch, replace?: boolean) => void;
  user: CurrentUser;
  chips: ReactNode;
}

interface Task {
  kind: 'restore' | 'purge';
  target: LeadSelection;
}

const nothing = () => undefined;

export function TrashList({ search, onGo, user, chips }: TrashListProps) {
  const [task, setTask] = useState<Task | null>(null);
  const { pageSize, setPageSize } = useTablePreferences(undefined);
  const shown = pageOf(search, pageSize);
  const filter = filterOf(search);
  const query = useQuery(trashQuery(shown));
  const { data, error, isPlaceholderData } = query;
  const leads = data?.leads ?? [];
  const selection = useSelection(filter, leads, data?.total);
  const pages = data === undefined ? shown.page : Math.max(1, Math.ceil(data.total / pageSize));
  const empty = data !== undefined && !isPlaceholderData && leads.length === 0;
  const onPage = (page: number) => onGo({ ...search, page: page > 1 ? page : undefined });
  // Leads may have been removed since the URL was created.
  const beyond = empty && shown.page > pages;
  useEffect(() => {
    if (beyond) onGo({ ...search, page: pages > 1 ? pages : undefined }, true);
  }, [beyond, onGo, pages, search]);

  const ask = (kind: Task['kind'], target: LeadSelection) => setTask({ kind, target });
  const askPurge = user.isAdmin ? (target: LeadSelection) => ask('purge', target) : undefined;
  const list = {
    leads: data?.leads,
    stale: isPlaceholderData,
    selection,
    onOpen: (lead: string) => onGo({ ...search, lead }, search.lead !== undefined),
    onRestore: (lead: TrashedLead) => void restoreFromTrash(lead),
    onPurge: askPurge && (({ id }: TrashedLead) => askPurge({ ids: [id] })),
  };
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="text-13 text-muted">
            Deleted leads stay here for {TRASH_DAYS} days. Until then, you can restore them.
          </p>
          {chips}
        </div>
        {askPurge && countFilters(filter) === 0 && data !== undefined && data.total > 0 && (
          <Button size="small" icon={Trash2} onClick={() => askPurge({ filter: { bin: 'true' } })}>
            Empty Bin
          </Button>
        )}
      </div>
      {error && (data === undefined || isPlaceholderData) ? (
        <QueryError card title="Failed to fetch leads" reason query={query} />
      ) : empty ? (
        <EmptyTrash filtered={countFilters(filter) > 0} onClear={() => onGo(withoutFilters(search))} />
      ) : (
        <TrashTable {...list} />
      )}
      <div className="mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {selection.count === 0 ? (
          <MatchCount total={data?.total} />
        ) : (
          <TrashBar
            selection={selection}
            total={data?.total}
            onRestore={() => ask('restore', selection.target)}
            onPurge={askPurge && (() => askPurge(selection.target))}
          />
        )}
        {!empty && (
          <LeadPaging
            page={shown.page}
            pages={pages}
            size={pageSize}
            onPage={onPage}
            onSize={(next) => {
              setPageSize(next);
              // Keeps the first visible lead on screen.
              onPage(Math.floor(((shown.page - 1) * pageSize) / next) + 1);
            }}
            onNextIntent={nothing}
          />
        )}
      </div>
      {task && (
        <BulkDialog
          kind={task.kind}
          selection={{ target: task.target, clear: selection.clear }}
          onClose={() => setTask(null)}
        />
      )}
    </>
  );
}

function EmptyTrash({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState
          icon={Trash2}
          title="No leads found"
          text="Try adjusting your search or filters."
          action={<Button onClick={onClear}>Clear All</Button>}
        />
      ) : (
        <EmptyState
          icon={Trash2}
          title="The bin is empty"
          text={`Leads that you delete appear here for ${TRASH_DAYS} days.`}
        />
      )}
    </Card>
  );
}

interface TrashBarProps {
  selection: Selection;
  total: number | undefined;
  onRestore: () => void;
  /** Undefined for users without permission. */
  onPurge: (() => void) | undefined;
}

function TrashBar({ selection, total, onRestore, onPurge }: TrashBarProps) {
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
