import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ImportRecord, undoImport } from '#contract/imports.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { refreshAfterImport } from '../results/queries.ts';
import { undoConsequences } from './undo-text.ts';

export interface ImportUndoDialogProps {
  record: ImportRecord;
  /** The undo has started; it continues on the server. */
  onBegun: () => void;
  onClose: () => void;
}

/** Confirms an undo and describes its effects. */
export function ImportUndoDialog({ record, onBegun, onClose }: ImportUndoDialogProps) {
  const client = useQueryClient();
  const again = record.undo !== null;
  const undo = useMutation({
    mutationFn: () => callApi(undoImport, { params: { id: record.id } }),
    onSuccess: onBegun,
    onError: (error) =>
      toast({
        tone: 'destructive',
        title: "Couldn't undo the import",
        description: messageOf(error, 'Check your connection and try again.'),
      }),
    onSettled: () => {
      refreshAfterImport(client);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Undo the import of ${record.filename}?`}
      description={undoConsequences(record).join(' ')}
      footer={
        <>
          <Button onClick={onClose}>Keep Import</Button>
          <Button
            variant="destructive"
            pending={undo.isPending}
            pendingText="Starting..."
            onClick={() => undo.mutate()}
          >
            {again ? 'Continue Undo' : 'Undo Import'}
          </Button>
        </>
      }
    />
  );
}
