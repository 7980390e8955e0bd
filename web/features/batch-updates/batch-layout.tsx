import type { ReactNode } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { RecentOperations } from './operations/recent-operations.tsx';

interface BatchLayoutProps {
  children: ReactNode;
  /** Next to the form where it fits. */
  help: ReactNode;
  kinds: readonly BulkOperation['action'][];
  busy: boolean;
}

/** Layout of status updates: form, help, recent operations. */
export function BatchLayout({ children, help, kinds, busy }: BatchLayoutProps) {
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
