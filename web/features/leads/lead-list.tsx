import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { Lead } from '#contract/leads.ts';
import { cellAt } from '../../lib/cells/use-cell-focus.ts';
import { lazyPart, loadCode } from '../../lib/load-code.ts';
import { PageWaits, QueryError, usePageWaits } from '../../lib/query-error.tsx';
import { usePhoneWidth } from '../../lib/use-media-query.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MenuCell } from './filters/cell-menu.tsx';
import { isForList } from './keys.ts';
import { LazyCellMenu, LazyLeadCards, LazyNoLeads, LazyPart, loadDrawer } from './lazy-parts.tsx';
import { LeadCardsSkeleton } from './lead-cards-skeleton.tsx';
import { NAME } from './lead-columns.ts';
import { LeadPaging, MatchCount } from './lead-paging.tsx';
import { type ListedPage, leadsQuery } from './queries.ts';
import { LeadTable } from './table/lead-table.tsx';
import { BOX_PX, HEAD_PX, ROW_HEIGHT, TABLE_FRAME, tableWidth } from './table/table-size.ts';
import type { TablePreferences } from './table/use-table-preferences.ts';
import { useSelection } from './use-selection.ts';

const loadBulkBar = () => loadCode(() => import('./bulk/bulk-bar.tsx'));

/** Bulk bar, loaded with the first selection. */
const LazyBulkBar = lazyPart(async () => (await loadBulkBar()).BulkBar);

export interface LeadListProps {
  shown: ListedPage;
  /** Undefined until known. */
  total: number | undefined;
  /** True once the leads to show are known. */
  isSettled: boolean;
  preferences: TablePreferences;
  onFilter: (change: Partial<LeadFilter>) => void;
  onSort: (sort: LeadSort) => void;
  onPage: (page: number) => void;
  onOpen: (id: string) => void;
  /** Shown in an empty list without filters. */
  emptyAction: ReactNode;
  onClear: () => void;
}

/** Preloads what a click on a row may need. */
function loadOnIntent() {
  void loadDrawer();
  void loadBulkBar();
}

export function LeadList(props: LeadListProps) {
  const { shown, total, isSettled, preferences, onFilter, onSort, onPage, onOpen, emptyAction, onClear } =
    props;
  const { filter, sort, page, size } = shown;
  const client = useQueryClient();
  const phone = usePhoneWidth();
  const query = useQuery(leadsQuery(shown));
  const { data, error, isPlaceholderData } = query;
  const selection = useSelection(filter, data?.leads ?? [], total);
  useSelectAllKey(() => selection.addRows(0, (data?.leads.length ?? 0) - 1));
  const waits = usePageWaits(isPlaceholderData);
  const pages = total === undefined ? page : Math.max(1, Math.ceil(total / size));
  const empty = data !== undefined && !isPlaceholderData && data.leads.length === 0;

  // Leads may have been removed since the URL was created.
  useEffect(() => {
    if (empty && page > 1 && page > pages) onPage(pages);
  }, [empty, page, pages, onPage]);

  // Keeps rows loaded earlier.
  if (error && (data === undefined || isPlaceholderData))
    return <QueryError card title="Failed to fetch leads" reason query={query} />;
  const cardsSkeleton = <LeadCardsSkeleton cards={8} />;
  const count = <MatchCount total={empty ? 0 : waits ? undefined : total} />;
  const bar =
    selection.count === 0 ? (
      count
    ) : (
      <Suspense fallback={count}>
        <LazyBulkBar selection={selection} shown={shown} total={total} />
      </Suspense>
    );
  return (
    <>
      {waits ? (
        <PageWaits what="These leads" />
      ) : data === undefined || !isSettled || (!phone && !preferences.ready) ? (
        phone ? (
          cardsSkeleton
        ) : (
          <TableSkeleton rows={size} preferences={preferences} />
        )
      ) : empty ? (
        <LazyPart>
          <LazyNoLeads action={emptyAction} onClear={onClear} />
        </LazyPart>
      ) : phone ? (
        <Suspense fallback={cardsSkeleton}>
          <LazyLeadCards leads={data.leads} stale={isPlaceholderData} selection={selection} onOpen={onOpen} />
        </Suspense>
      ) : (
        <CellMenuArea leads={data.leads} filter={filter} onFilter={onFilter}>
          <LeadTable
            leads={data.leads}
            pageKey={JSON.stringify(shown)}
            stale={isPlaceholderData}
            preferences={preferences}
            selection={selection}
            sort={sort}
            onSort={onSort}
            onOpen={onOpen}
            onIntent={loadOnIntent}
          />
        </CellMenuArea>
      )}
      <div className="mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {!phone && bar}
        {!empty && (
          <LeadPaging
            page={page}
            pages={pages}
            size={preferences.pageSize}
            onPage={onPage}
            onSize={(next) => {
              preferences.setPageSize(next);
              // Keeps the first visible lead on screen.
              onPage(Math.floor(((page - 1) * size) / next) + 1);
            }}
            onNextIntent={() => void client.prefetchQuery(leadsQuery({ ...shown, page: page + 1 }))}
          />
        )}
      </div>
      {phone && selection.count !== 0 && (
        <>
          {/* The last leads can be scrolled out from under the bar. */}
          <div className="h-44" />
          <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-raised px-4 py-1.5 print:hidden">
            {bar}
          </div>
        </>
      )}
    </>
  );
}

/** Selects the page's leads on Ctrl/Meta+A in the list or without focus. */
function useSelectAllKey(selectPage: () => void): void {
  const onSelect = useEffectEvent(selectPage);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || altKey || shiftKey || !isForList(event))
        return;
      if (!(target instanceof Element) || (target !== document.body && !target.closest('[role="grid"]')))
        return;
      event.preventDefault();
      onSelect();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

interface CellMenuAreaProps {
  leads: readonly Lead[];
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  /** Table whose cells carry `data-cell` and `data-field`. */
  children: ReactNode;
}

/** Opens a cell menu on right-click; Shift, selected text and names keep the browser's menu. */
function CellMenuArea({ leads, filter, onFilter, children }: CellMenuAreaProps) {
  const [cell, setCell] = useState<MenuCell | null>(null);

  function onContextMenu(event: MouseEvent) {
    const field = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset['field'];
    const lead = leads[cellAt(event.target)?.row ?? -1];
    if (!field || field === NAME || !lead || event.shiftKey || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    setCell({ lead, field, x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawer offers the same to the keyboard.
    <div className="contents" onContextMenu={onContextMenu}>
      {children}
      {cell && (
        <LazyPart>
          <LazyCellMenu cell={cell} filter={filter} onFilter={onFilter} onClose={() => setCell(null)} />
        </LazyPart>
      )}
    </div>
  );
}

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3'];

/** Placeholder of the first page, as high as its rows. */
function TableSkeleton({ rows, preferences }: { rows: number; preferences: TablePreferences }) {
  const { columns, density } = preferences;
  const height = ROW_HEIGHT[density];
  return (
    <DataTable label="Leads" busy className={TABLE_FRAME} style={{ minWidth: tableWidth(columns) }} fixed>
      <colgroup>
        <col style={{ width: BOX_PX }} />
        {columns.map(({ field, width }) => (
          <col key={field} style={{ width }} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr style={{ height: HEAD_PX }}>
          <td aria-hidden className="sticky top-0 left-0 z-3 border-b border-line bg-surface" />
          {columns.map(({ field, label, numeric }) => (
            <HeaderCell
              key={field}
              numeric={numeric}
              pinned={field === NAME}
              className={cx('h-7', field === NAME && 'left-10')}
            >
              <span className="block truncate">{label}</span>
            </HeaderCell>
          ))}
          <td aria-hidden className="sticky top-0 border-b border-line bg-surface" />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
          <TableRow key={row}>
            <Cell className={height} />
            {columns.map(({ field }, column) => (
              <Cell key={field} className={height}>
                <Skeleton className={cx('h-3', WIDTHS[(index + column) % WIDTHS.length])} />
              </Cell>
            ))}
            <Cell className={height} />
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
