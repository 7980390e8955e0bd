import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type BulkOperation, bulkReport } from '#contract/bulk.ts';
import { useReport } from '../../../lib/use-report.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { OperationUndoDialog } from './operation-undo-dialog.tsx';
import { canUndoOperation, hasReport } from './operation-words.ts';

interface OperationActionsProps {
  operation: BulkOperation;
  className?: string;
}

/** Report and undo of an ended operation. */
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
