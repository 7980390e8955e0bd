import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ImportRecord } from '#contract/imports.ts';
import { formatNumber, formatPercent, ratio } from '../../../lib/format.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Stat } from '../../../ui/figures.tsx';
import { CancelDialog } from '../results/cancel-dialog.tsx';
import { historyQuery } from '../results/queries.ts';
import {
  HistoryTable,
  historyTotals,
  importStateCounts,
  LazyImportDrawer,
  LazyImportUndoDialog,
} from './history-table.tsx';

const LABELS = ['Total Imports', 'Total Rows', 'Imported', 'Duplicates', 'Errors'] as const;
const NO_BREAK_SPACE = '\u00a0';

/** Phones two columns, tablets three above two, larger screens five. */
const GRID = 'mb-4 grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5';
const spanOf = (index: number) =>
  cx('xl:col-span-1', index === 0 && 'col-span-2', index < 3 ? 'md:col-span-2' : 'md:col-span-3');

function SummaryCards({ records }: { records: readonly ImportRecord[] | undefined }) {
  const { imports, totalRows, imported, duplicates, errors } = historyTotals(records ?? []);
  const values = [imports, totalRows, imported, duplicates, errors];
  const share = (part: number) => `${formatPercent(ratio(part, totalRows))} of all rows`;
  const helps = [
    importStateCounts(records ?? []),
    'In all files',
    share(imported),
    share(duplicates),
    share(errors),
  ];
  return (
    <div className={GRID}>
      {LABELS.map((label, index) => (
        <Stat
          key={label}
          label={label}
          value={records && formatNumber(values[index] ?? 0)}
          help={records ? helps[index] : NO_BREAK_SPACE}
          className={spanOf(index)}
        />
      ))}
    </div>
  );
}

export interface ImportHistoryProps {
  /** ID of the import in the drawer. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  emptyAction: ReactNode;
}

export function ImportHistory({ opened, onOpen, emptyAction }: ImportHistoryProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(historyQuery);
  const { data, error } = query;
  if (error) return <QueryError card title="Failed to fetch the import history" query={query} />;
  return (
    <>
      <SummaryCards records={data} />
      {data?.length === 0 ? (
        <EmptyState
          card
          icon={History}
          title="No imports yet"
          text="Every file you import appears here with its results."
          action={emptyAction}
        />
      ) : (
        <HistoryTable
          records={data}
          onOpen={onOpen}
          onCancel={({ id }) => setAsked({ what: 'cancel', id })}
          onUndo={({ id }) => setAsked({ what: 'undo', id })}
        />
      )}
      <HistoryDialogs records={data ?? []} opened={opened} onOpen={onOpen} asked={asked} onAsk={setAsked} />
    </>
  );
}

interface Asked {
  what: 'cancel' | 'undo';
  id: string;
}

interface HistoryDialogsProps {
  records: readonly ImportRecord[];
  /** ID of the import in the drawer. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
}

function HistoryDialogs({ records, opened, onOpen, asked, onAsk }: HistoryDialogsProps) {
  const record = records.find(({ id }) => id === asked?.id);
  // Separate Suspense boundaries: loading one must not hide the other.
  return (
    <>
      <Suspense fallback={null}>
        {opened !== undefined && (
          <LazyImportDrawer
            id={opened}
            onClose={() => onOpen(undefined)}
            onCancel={({ id }) => onAsk({ what: 'cancel', id })}
            onUndo={({ id }) => onAsk({ what: 'undo', id })}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {record && asked?.what === 'cancel' && (
          <CancelDialog
            importId={record.id}
            filename={record.filename}
            stats={record}
            onClose={() => onAsk(null)}
          />
        )}
        {record && asked?.what === 'undo' && (
          <LazyImportUndoDialog
            record={record}
            onBegun={() => onOpen(record.id)}
            onClose={() => onAsk(null)}
          />
        )}
      </Suspense>
    </>
  );
}
