import type { ReactNode } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { RecentOperations } from './operations/recent-operations.tsx';

interface ListLayoutProps {
  /** What one works with. */
  children: ReactNode;
  /** What helps with it; beside it where there is room. */
  help: ReactNode;
  kinds: readonly BulkOperation['action'][];
  busy: boolean;
}

/** The frame of these screens: the work, the help, and the latest operations below both. */
export function ListLayout({ children, help, kinds, busy }: ListLayoutProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        {help}
      </div>
      <RecentOperations kinds={kinds} busy={busy} />
    </div>
  );
}
