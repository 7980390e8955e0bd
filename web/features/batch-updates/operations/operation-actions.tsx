import { useMutation } from '@tanstack/react-query';
import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type BulkOperation, bulkReport } from '#contract/bulk.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { saveReply } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/toast-store.ts';
import { OperationUndoDialog } from './operation-undo-dialog.tsx';
import { canUndoOperation, hasReport } from './operation-words.ts';

interface OperationActionsProps {
  operation: BulkOperation;
  className?: string;
}

/** Renders the actions on an ended operation: its report, if there is one, and its undo. */
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
  const report = useMutation({
    mutationFn: () => saveReply(bulkReport, { params: { id } }),
    onError: (error) =>
      toast({
        tone: 'destructive',
        title: 'Download failed',
        description: messageOf(error, 'The report could not be fetched. Please try again.'),
      }),
  });
  return (
    <Button size="small" icon={Download} disabled={report.isPending} onClick={() => report.mutate()}>
      Report
    </Button>
  );
}
