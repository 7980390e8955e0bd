import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { OWN_VIEWS } from '#contract/filter-values.ts';
import { formatNumber, formatShort } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyPart, LazyViewChanges, LazyViewsMenu } from '../lazy-parts.tsx';
import { viewCountsQuery, viewsQuery } from '../queries.ts';
import type { LeadsSearch } from '../search.ts';
import type { TablePreferences } from '../table/use-table-preferences.ts';
import { isModified, searchOfView } from './view-state.ts';

const BUILT_IN: readonly { id: string; name: string; search: LeadsSearch }[] = [
  { id: 'mine', name: 'My leads', search: { ...OWN_VIEWS.mine, view: 'mine' } },
  { id: 'due', name: 'Due today', search: { ...OWN_VIEWS.due, view: 'due', sort: 'dueOn' } },
];

export interface ViewTabsProps {
  search: LeadsSearch;
  preferences: TablePreferences;
  onGo: (search: LeadsSearch) => void;
  /** True once the list is loaded; counts load after it. */
  counted: boolean;
}

interface Tab {
  id: string;
  name: string;
  search: LeadsSearch;
  total: number | null | undefined;
  current: boolean;
  modified: boolean;
}

/** All leads and saved views as tabs with counts; a select on phones. */
export function ViewTabs({ search, preferences, onGo, counted }: ViewTabsProps) {
  const phone = usePhoneWidth();
  const anchor = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'closed' | 'list' | 'save'>('closed');
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: counts } = useQuery({ ...viewCountsQuery, enabled: counted });
  const current = views.find(({ id }) => id === search.view);
  const modified = current !== undefined && isModified(current, search, preferences.all, preferences.columns);
  const built = BUILT_IN.find(({ search: { view, owner, due } }) => {
    return view === search.view && owner === search.owner && due === search.due;
  });
  const tabs: Tab[] = [
    ...[{ id: '', name: 'All leads', search: {} }, ...BUILT_IN].map((tab, nth) => ({
      ...tab,
      total: counts && [counts.all, counts.mine, counts.due][nth],
      current: !current && tab.id === (built?.id ?? ''),
      modified: false,
    })),
    ...views.map((view) => ({
      id: view.id,
      name: view.name,
      search: searchOfView(view),
      total: counts?.views.find(({ id }) => id === view.id)?.total,
      current: view === current,
      modified: view === current && modified,
    })),
  ];

  function go(tab: Tab) {
    preferences.resetViewColumns();
    onGo(tab.search);
  }

  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-1 max-md:flex-1 max-md:flex-nowrap md:flex-nowrap">
      {phone ? <TabSelect tabs={tabs} onGo={go} /> : <TabStrip tabs={tabs} onGo={go} />}
      <IconButton
        ref={anchor}
        icon={ChevronDown}
        label="Views"
        aria-haspopup="dialog"
        aria-expanded={menu !== 'closed'}
        className="md:size-7"
        onClick={() => setMenu(menu === 'closed' ? 'list' : 'closed')}
      />
      {current && modified && (
        <LazyPart>
          <LazyViewChanges
            view={current}
            search={search}
            preferences={preferences}
            onReset={() => {
              preferences.resetViewColumns();
              onGo(searchOfView(current));
            }}
            onSaveNew={() => setMenu('save')}
          />
        </LazyPart>
      )}
      {menu !== 'closed' && (
        <LazyPart>
          <LazyViewsMenu
            open
            onOpenChange={(open) => setMenu(open ? 'list' : 'closed')}
            anchor={anchor}
            saves={menu === 'save'}
            search={search}
            preferences={preferences}
            onGo={onGo}
          />
        </LazyPart>
      )}
    </div>
  );
}

interface TabsProps {
  tabs: readonly Tab[];
  onGo: (tab: Tab) => void;
}

const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

function TabStrip({ tabs, onGo }: TabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ current }) => current);
  useEffect(() => {
    const list = strip.current;
    const tab = list?.children[at];
    if (!list || !(tab instanceof HTMLElement)) return;
    // scrollIntoView would also scroll the page; repeated when the tabs' width changes.
    const observer = new ResizeObserver(() => {
      const left = tab.offsetLeft - list.offsetLeft;
      const least = left + tab.offsetWidth - list.clientWidth;
      list.scrollLeft = Math.min(left, Math.max(list.scrollLeft, least));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [at]);

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const all = [...(strip.current?.children ?? [])];
    const from = all.indexOf(event.target as Element);
    if (!step || from < 0) return;
    event.preventDefault();
    (all[step(from, all.length - 1)] as HTMLElement).focus();
  }

  return (
    <div
      ref={strip}
      role="tablist"
      aria-label="Views"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.current}
          tabIndex={index === at ? 0 : -1}
          title={tab.modified ? `${tab.name}, modified` : tab.name}
          onClick={() => onGo(tab)}
          className={cx(
            'flex h-7 max-w-48 shrink-0 items-center gap-1.5 rounded-control px-2.5 text-13 font-medium text-muted transition-colors hover:bg-hover hover:text-text focus-visible:-outline-offset-2',
            tab.current && 'bg-raised text-text',
          )}
        >
          <span className="truncate">{tab.name}</span>
          {tab.modified && (
            <span className="size-1.5 shrink-0 rounded-full bg-accent">
              <span className="sr-only">modified</span>
            </span>
          )}
          {typeof tab.total === 'number' && (
            <span title={formatNumber(tab.total)} className="text-12 font-normal text-muted tabular-nums">
              {formatShort(tab.total)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function TabSelect({ tabs, onGo }: TabsProps) {
  return (
    <select
      aria-label="View"
      value={tabs.find(({ current }) => current)?.id}
      onChange={({ target }) => {
        const chosen = tabs.find(({ id }) => id === target.value);
        if (chosen) onGo(chosen);
      }}
      className="h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3 text-14 [&>option]:bg-raised [&>option]:text-text"
    >
      {tabs.map(({ id, name, total, modified }) => (
        <option key={id} value={id}>
          {name}
          {typeof total === 'number' && ` (${formatNumber(total)})`}
          {modified && ', modified'}
        </option>
      ))}
    </select>
  );
}
