import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/current-user.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { cx } from '../../ui/cx.ts';
import { ScreenPage } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FilterBar, SearchBox } from './filters/search-box.tsx';
import {
  LazyDuplicateList,
  LazyFilterPanel,
  LazyLeadDrawer,
  LazyLeadTaskDialog,
  LazyNewLeadDrawer,
  LazyPart,
  LazyTrashList,
} from './lazy-parts.tsx';
import { LeadActions, type LeadTask } from './lead-actions.tsx';
import { LeadList } from './lead-list.tsx';
import { LeadToolbar } from './lead-toolbar.tsx';
import { leadsQuery, pageOf, preferencesQuery, totalQuery, trashQuery, viewsQuery } from './queries.ts';
import {
  countFilters,
  filterOf,
  type LeadsSearch,
  NEW_LEAD,
  sortOf,
  withFilter,
  withoutFilters,
  withSort,
} from './search.ts';
import { useTablePreferences } from './table/use-table-preferences.ts';
import { isBare, searchOfView, withoutDefault } from './views/view-state.ts';

const TABS: readonly { label: string; search: LeadsSearch; on: (search: LeadsSearch) => boolean }[] = [
  { label: 'Leads', search: {}, on: ({ bin, tab }) => bin === undefined && tab === undefined },
  { label: 'Duplicates', search: { tab: 'duplicates' }, on: ({ tab }) => tab === 'duplicates' },
  { label: 'Bin', search: { bin: 'true' }, on: ({ bin, tab }) => bin === 'true' && tab === undefined },
];

function LeadTabs({ search }: { search: LeadsSearch }) {
  return (
    <nav aria-label="Lead lists" className="order-1 mr-auto flex gap-0.5 md:order-none md:mr-0">
      {TABS.map((tab) => (
        <Link
          key={tab.label}
          to="/leads"
          search={tab.search}
          aria-current={tab.on(search) ? 'page' : undefined}
          className={cx(
            'flex h-7 items-center rounded-control px-2.5 text-13 font-medium text-muted transition-colors hover:bg-hover hover:text-text max-md:h-11 max-md:px-2',
            tab.on(search) && 'bg-raised text-text',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

export interface LeadScreenProps {
  search: LeadsSearch;
  /** `replace` adds no history entry. */
  onGo: (search: LeadsSearch, replace?: boolean) => void;
  user: CurrentUser;
  /** Shown for an empty database. */
  emptyAction: ReactNode;
}

export function LeadScreen({ search, onGo: navigate, user, emptyAction }: LeadScreenProps) {
  const [task, setTask] = useState<LeadTask | null>(null);
  const { data: views } = useQuery(viewsQuery);
  const onGo = useCallback(
    (to: LeadsSearch, replace?: boolean) => navigate(withoutDefault(to, views), replace),
    [navigate, views],
  );
  return (
    // Leaves room for RecordPanel.
    <div data-print-wide className={search.lead === undefined ? '' : 'xl:pr-[28rem] 2xl:pr-[34rem]'}>
      <ScreenPage
        fit
        title="Lead Management"
        tabs={
          <>
            <LeadTabs search={search} />
            <SearchBox
              value={search.search ?? ''}
              // A search makes a single history entry.
              onSearch={(text) => onGo(withFilter(search, { search: text }), search.search !== undefined)}
            />
          </>
        }
        actions={
          search.bin === undefined ? (
            <LeadActions onTask={setTask} onCreate={() => onGo({ ...search, lead: NEW_LEAD })} />
          ) : undefined
        }
      >
        {search.tab === 'duplicates' ? (
          <div className="py-2 md:pb-6">
            <LazyPart fallback={<Skeleton className="h-48" />}>
              <LazyDuplicateList search={search} onGo={onGo} />
            </LazyPart>
          </div>
        ) : search.bin === 'true' ? (
          <LazyPart fallback={<Skeleton className="h-48" />}>
            <LazyTrashList
              search={search}
              onGo={onGo}
              user={user}
              chips={
                <FilterBar
                  filter={{ ...filterOf(search), bin: undefined }}
                  onFilter={(change) => onGo(withFilter(search, change))}
                  onClear={() => onGo(withoutFilters(search))}
                />
              }
            />
          </LazyPart>
        ) : (
          <FilteredLeads search={search} onGo={onGo} emptyAction={emptyAction} />
        )}
        <LeadInDrawer search={search} onGo={onGo} />
        {task && (
          <LazyPart>
            <LazyLeadTaskDialog
              task={task}
              source={{ filter: filterOf(search), sort: sortOf(search) }}
              user={user}
              onClose={() => setTask(null)}
            />
          </LazyPart>
        )}
      </ScreenPage>
    </div>
  );
}

function FilteredLeads({ search, onGo, emptyAction }: Omit<LeadScreenProps, 'user'>) {
  const filter = filterOf(search);
  const filters = countFilters(filter);
  const inPanel = countFilters({ ...filter, search: undefined });
  const [panelOpen, setPanelOpen] = useState(false);
  const views = useQuery(viewsQuery);
  const preferences = useTablePreferences(views.data?.find(({ id }) => id === search.view));
  const start = isBare(search) ? views.data?.find(({ isDefault }) => isDefault) : undefined;
  // The views determine leads and columns.
  const isSettled = !(views.isPending && (isBare(search) || search.view !== undefined)) && !start;
  const { data: total } = useQuery(totalQuery(filter));
  const onFilter = (change: Partial<LeadFilter>) => onGo(withFilter(search, change));
  const onPage = useCallback(
    (page: number) => onGo({ ...search, page: page > 1 ? page : undefined }),
    [search, onGo],
  );
  useEffect(() => {
    if (start) onGo(searchOfView(start), true);
  }, [start, onGo]);
  return (
    <>
      <LeadToolbar
        search={search}
        preferences={preferences}
        filters={inPanel}
        total={total?.total}
        chips={<FilterBar filter={filter} onFilter={onFilter} onClear={() => onGo(withoutFilters(search))} />}
        panelOpen={panelOpen}
        onPanel={setPanelOpen}
        onGo={onGo}
      />
      {panelOpen && (
        <LazyPart>
          <LazyFilterPanel filter={filter} onFilter={onFilter} />
        </LazyPart>
      )}
      <LeadList
        // A default view must not start with the rows of all leads.
        key={start ? 'opening' : 'list'}
        shown={pageOf(search, preferences.pageSize)}
        total={total?.total}
        isSettled={isSettled}
        preferences={preferences}
        onFilter={onFilter}
        onSort={(sort) => onGo(withSort(search, sort))}
        onPage={onPage}
        onOpen={(lead) => onGo({ ...search, lead }, search.lead !== undefined)}
        emptyAction={filters === 0 ? emptyAction : null}
        onClear={() => onGo(withoutFilters(search))}
      />
    </>
  );
}

interface LeadInDrawerProps {
  search: LeadsSearch;
  onGo: (search: LeadsSearch, replace?: boolean) => void;
}

function LeadInDrawer({ search, onGo }: LeadInDrawerProps) {
  const { lead } = search;
  const { data: preferences } = useQuery(preferencesQuery);
  const shown = pageOf(search, preferences?.pageSize ?? LEADS_PAGE_SIZE);
  const { data: listed } = useQuery({ ...leadsQuery(shown), enabled: false });
  const { data: trashed } = useQuery({ ...trashQuery(shown), enabled: false });
  const onPage = search.bin === 'true' ? trashed : listed;
  if (lead === undefined) return null;
  const close = () => onGo({ ...search, lead: undefined });
  const open = (id: string) => onGo({ ...search, lead: id }, true);
  if (lead === NEW_LEAD) {
    return (
      <LazyPart>
        <LazyNewLeadDrawer onClose={close} onOpen={open} />
      </LazyPart>
    );
  }
  const ids = onPage?.leads.map(({ id }) => id) ?? [];
  const at = ids.indexOf(lead);
  return (
    <LazyPart>
      <LazyLeadDrawer
        id={lead}
        previous={at > 0 ? ids[at - 1] : undefined}
        next={at >= 0 ? ids[at + 1] : undefined}
        onOpen={open}
        onClose={close}
        filtering={{
          filter: filterOf(search),
          onFilter: (change) => onGo(withFilter({ ...search, lead: undefined }, change)),
        }}
      />
    </LazyPart>
  );
}
