import { useQuery } from '@tanstack/react-query';
import { History, Undo2 } from 'lucide-react';
import type { RetentionRun } from '#contract/retention.ts';
import { formatDate, formatDateTime, formatNumber } from '../../lib/format.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { retentionRunsQuery, useUndoRun } from './queries.ts';
import { ACTION_NAMES } from './rule-words.ts';

const STATUS = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  running: { tone: 'info', label: 'Running' },
  grace: { tone: 'caution', label: 'In the bin' },
  ending: { tone: 'info', label: 'Finishing' },
  completed: { tone: 'positive', label: 'Completed' },
  undone: { tone: 'neutral', label: 'Undone' },
  failed: { tone: 'negative', label: 'Failed' },
} as const satisfies Record<RetentionRun['status'], unknown>;

function UndoButton({ run }: { run: RetentionRun }) {
  const undo = useUndoRun();
  if (!run.canUndo) return null;
  return (
    <Button
      size="small"
      icon={Undo2}
      aria-label={`Undo ${run.name} of ${formatDateTime(run.startedAt)}`}
      pending={undo.isPending}
      pendingText="Undoing..."
      onClick={() => undo.mutate(run)}
    >
      Undo
    </Button>
  );
}

function untilText({ canUndo, graceEndsAt, failure }: RetentionRun): string {
  if (failure !== null) return failure;
  return canUndo && graceEndsAt !== null ? `Until ${formatDate(graceEndsAt)}` : '';
}

const COLUMNS: readonly RecordColumn<RetentionRun>[] = [
  { label: 'Rule', value: ({ name }) => name, rowHeader: true, onCard: 'title' },
  { label: 'Run', value: ({ startedAt }) => formatDateTime(startedAt) },
  { label: 'Action', value: ({ action }) => ACTION_NAMES[action] },
  { label: 'Leads', value: ({ leads }) => formatNumber(leads), numeric: true },
  { label: 'Final', value: ({ final }) => formatNumber(final), numeric: true },
  {
    label: 'Status',
    value: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>,
  },
  { label: 'Note', value: untilText, isEmpty: (run) => untilText(run) === '', cellClassName: 'text-muted' },
  { label: 'Undo', value: (run) => <UndoButton run={run} />, onCard: 'actions' },
];

/** Past runs, with undo until the grace period ends. */
export function RetentionRunsCard() {
  const query = useQuery(retentionRunsQuery);
  const { data, error } = query;
  if (data === undefined && error) {
    return <QueryError card title="Failed to fetch retention runs" query={query} />;
  }
  return (
    <Card
      title="Retention Runs"
      subtitle="Leads in the bin come back with Undo; final ones don't"
      padded={false}
    >
      {data?.runs.length === 0 ? (
        <EmptyState icon={History} title="No runs yet" text="Rules run every night." />
      ) : (
        <RecordTable
          label="Retention runs"
          columns={COLUMNS}
          records={data?.runs}
          keyOf={({ id }) => id}
          tableWidth={820}
          placeholders={2}
          flush
        />
      )}
    </Card>
  );
}
