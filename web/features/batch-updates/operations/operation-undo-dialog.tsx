import { useState } from 'react';
import type { BulkOperation } from '#contract/bulk.ts';
import { formatCount } from '../../../lib/format.ts';
import { JobProgress } from '../../../lib/job-progress.tsx';
import { undoOperation } from '../../../lib/operations.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { operationWords } from './operation-words.ts';

interface OperationUndoDialogProps {
  operation: BulkOperation;
  onClose: () => void;
}

/** Confirms an undo and shows its progress. */
export function OperationUndoDialog({ operation, onClose }: OperationUndoDialogProps) {
  const [moved, setMoved] = useState<{ now: BulkOperation; at: number } | null>(null);
  const [running, setRunning] = useState(false);
  const leads = formatCount(operation.changed, 'lead');

  async function run() {
    setRunning(true);
    await undoOperation(operation.id, (now) => setMoved({ now, at: Date.now() }));
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Undo: ${operationWords(operation).title}`}
      description={`${leads} will be restored to how they were. Changes made since then are kept.`}
      footer={
        <>
          <Button onClick={onClose}>{running ? 'Close' : 'Cancel'}</Button>
          <Button variant="primary" pending={running} pendingText="Undoing..." onClick={() => void run()}>
            Undo for {leads}
          </Button>
        </>
      }
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
    </Dialog>
  );
}
