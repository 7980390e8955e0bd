import { Link } from '@tanstack/react-router';
import { cx } from '../../ui/cx.ts';
import type { LeadsSearch } from './search.ts';

const TABS: readonly { label: string; search: LeadsSearch; on: (search: LeadsSearch) => boolean }[] = [
  { label: 'Leads', search: {}, on: ({ bin, tab }) => bin === undefined && tab === undefined },
  { label: 'Duplicates', search: { tab: 'duplicates' }, on: ({ tab }) => tab === 'duplicates' },
  { label: 'Bin', search: { bin: 'true' }, on: ({ bin, tab }) => bin === 'true' && tab === undefined },
];

/** Tabs: leads, likely duplicates, trash. */
export function LeadTabs({ search }: { search: LeadsSearch }) {
  return (
    <nav aria-label="Lead lists" className="flex gap-0.5">
      {TABS.map((tab) => (
        <Link
          key={tab.label}
          to="/leads"
          search={tab.search}
          aria-current={tab.on(search) ? 'page' : undefined}
          className={cx(
            'flex h-7 items-center rounded-control px-2.5 text-13 font-medium text-muted transition-colors hover:bg-hover hover:text-text max-md:h-11',
            tab.on(search) && 'bg-raised text-text',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
