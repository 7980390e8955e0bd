import { useQuery } from '@tanstack/react-query';
import { Download, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type BulkOperation, bulkReport } from '#contract/bulk.ts';
import { formatCount } from '../../lib/format.ts';
import { JobProgress } from '../../lib/job-progress.tsx';
import { cancelOperation, saleText, undoOperation } from '../../lib/operations.ts';
import { showFailure } from '../../lib/show-failure.ts';
import { useReport } from '../../lib/verify-dialog.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast-store.ts';
import {
  canUndoOperation,
  hasReport,
  operationsQuery,
  operationWords,
  UNDOABLE_KINDS,
} from './operations.ts';

interface OperationActionsProps {
  operation: BulkOperation;
  className?: string;
}

export function OperationActions({ operation, className }: OperationActionsProps) {
  const [asking, setAsking] = useState(false);
  // Stays mounted until the dialog's undo has ended.
  if (!hasReport(operation) && !canUndoOperation(operation) && !asking) return null;
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      {hasReport(operation) && <OperationReportButton id={operation.id} />}
      {canUndoOperation(operation) && (
        <Button size="small" icon={Undo2} onClick={() => setAsking(true)}>
          Undo
        </Button>
      )}
      {asking && <OperationUndoDialog operation={operation} onClose={() => setAsking(false)} />}
    </div>
  );
}

function OperationReportButton({ id }: { id: string }) {
  const report = useReport(bulkReport, { params: { id } }, "Couldn't download the report. Please try again.");
  return (
    <>
      <Button size="small" icon={Download} disabled={report.pending} onClick={report.save}>
        Report
      </Button>
      {report.dialog}
    </>
  );
}

export function CancelOperation({ operation: { id, action } }: Pick<OperationActionsProps, 'operation'>) {
  const [asked, setAsked] = useState(false);
  if (action !== 'mergeDuplicates') return null;
  return (
    <Button
      size="small"
      pending={asked}
      pendingText="Canceling..."
      onClick={() => {
        setAsked(true);
        void cancelOperation(id).finally(() => setAsked(false));
      }}
    >
      Cancel
    </Button>
  );
}

function OperationUndoDialog({ operation, onClose }: { operation: BulkOperation; onClose: () => void }) {
  const [moved, setMoved] = useState<{ now: BulkOperation; at: number } | null>(null);
  const [running, setRunning] = useState(false);
  const leads = formatCount(operation.changed, operation.action === 'mergeDuplicates' ? 'group' : 'lead');
  const restores = operation.action === 'delete';
  const sale = saleText(operation);

  async function run() {
    setRunning(true);
    await undoOperation(operation.id, (now) => setMoved({ now, at: Date.now() }));
    onClose();
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={
        restores
          ? `Restore ${formatCount(operation.changed, 'Lead')}?`
          : `Undo: ${operationWords(operation).title}`
      }
      description={`${sale === null ? '' : `${sale}. `}${leads} will be restored to how they were. Changes made since then are kept.`}
      cancel={running ? 'Close' : 'Cancel'}
      action={restores ? 'Restore Leads' : `Undo for ${leads}`}
      pending={running}
      pendingText="Undoing..."
      onAction={() => void run()}
    >
      {moved && (
        <JobProgress
          label="Undo progress"
          noun="lead"
          at={moved.at}
          done={moved.now.done}
          total={moved.now.total}
          note="You can close this. It continues in the background."
        />
      )}
    </ActionDialog>
  );
}

export function UndoLast({ username, onClose }: { username: string; onClose: () => void }) {
  const { data, error, isFetchedAfterMount } = useQuery(operationsQuery(UNDOABLE_KINDS, false));
  // Cached operations may predate the user's last operation.
  const operations = isFetchedAfterMount ? data : undefined;
  const last = operations?.find((one) => one.createdBy === username && canUndoOperation(one));
  const isNothing = operations !== undefined && last === undefined;
  useEffect(() => {
    if (error) showFailure('Undo failed', 'Check your connection and try again.');
    if (isNothing)
      toast({
        tone: 'neutral',
        title: 'Nothing to undo',
        description: 'None of your latest operations can be undone.',
      });
    if (error || isNothing) onClose();
  }, [error, isNothing, onClose]);
  return last ? <OperationUndoDialog operation={last} onClose={onClose} /> : null;
}
