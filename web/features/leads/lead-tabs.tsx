import { Link } from '@tanstack/react-router';
import { cx } from '../../ui/cx.ts';
import type { LeadsSearch } from './search.ts';

const TABS: readonly { label: string; search: LeadsSearch; on: (search: LeadsSearch) => boolean }[] = [
  { label: 'Leads', search: {}, on: ({ bin, tab }) => bin === undefined && tab === undefined },
  { label: 'Duplicates', search: { tab: 'duplicates' }, on: ({ tab }) => tab === 'duplicates' },
  { label: 'Bin', search: { bin: 'true' }, on: ({ bin, tab }) => bin === 'true' && tab === undefined },
];

/** Links to the tabs of the screen: leads, likely duplicates, trash. */
export function LeadTabs({ search }: { search: LeadsSearch }) {
  return (
    <nav aria-label="Lead lists" className="mb-4 flex gap-5 border-b border-line">
      {TABS.map((tab) => (
        <Link
          key={tab.label}
          to="/leads"
          search={tab.search}
          aria-current={tab.on(search) ? 'page' : undefined}
          className={cx(
            '-mb-px border-b-2 border-transparent py-2 text-14 font-medium text-muted transition-colors hover:text-text max-md:py-3',
            tab.on(search) && 'border-accent text-text',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
