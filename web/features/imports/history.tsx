import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ImportRecord, listImports } from '#contract/imports.ts';
import { requestIdOf } from '../../lib/api-error.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Stat } from '../../ui/stat.tsx';
import { successRate, summaryOf } from './history-summary.ts';
import { HistoryTable, HistoryTableSkeleton } from './history-table.tsx';

/** The import history, read anew each time the screen opens, since imports go on without the browser. */
const historyQuery = { ...queryOf(listImports, {}), staleTime: 0 };

function SummaryCards({ records }: { records: readonly ImportRecord[] | undefined }) {
  const summary = records && summaryOf(records);
  const show = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <Stat label="Total Imports" value={show(summary?.imports)} className="max-md:col-span-2" />
      <Stat label="Total Rows" value={show(summary?.totalRows)} />
      <Stat
        label="Imported"
        value={show(summary?.imported)}
        help={summary && `${formatPercent(successRate(summary))} of all rows`}
      />
      <Stat label="Duplicates" value={show(summary?.duplicates)} />
      <Stat label="Errors" value={show(summary?.errors)} />
    </div>
  );
}

/** Five summary cards and the table of past imports. `emptyAction` is what the empty history offers to do. */
export function ImportHistory({ emptyAction }: { emptyAction: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(historyQuery);
  if (error) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch the import history"
          text="Check your connection and try again."
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  return (
    <>
      <SummaryCards records={data} />
      {data === undefined && <HistoryTableSkeleton />}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            icon={History}
            title="No imports yet"
            text="Every file you import is listed here, with what became of its rows."
            action={emptyAction}
          />
        </Card>
      )}
      {data !== undefined && data.length > 0 && <HistoryTable records={data} busy={isFetching} />}
    </>
  );
}
