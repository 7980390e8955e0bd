import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ImportRecord, undoImport } from '#contract/imports.ts';
import { callApi } from '../../../lib/call-api.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { refreshAfterImport } from '../results/queries.ts';
import { undoConsequences } from './undo-text.ts';

export interface ImportUndoDialogProps {
  record: ImportRecord;
  /** The undo has started; it continues on the server. */
  onBegun: () => void;
  onClose: () => void;
}

export function ImportUndoDialog({ record, onBegun, onClose }: ImportUndoDialogProps) {
  const client = useQueryClient();
  const again = record.undo !== null;
  const undo = useMutation({
    mutationFn: () => callApi(undoImport, { params: { id: record.id } }),
    onSuccess: onBegun,
    onError: (error) => showReason(error, "Couldn't undo the import", 'Check your connection and try again.'),
    onSettled: () => {
      refreshAfterImport(client);
      onClose();
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title={`Undo the import of ${record.filename}?`}
      description={undoConsequences(record).join(' ')}
      cancel="Keep Import"
      action={again ? 'Continue Undo' : 'Undo Import'}
      destructive
      pending={undo.isPending}
      pendingText="Starting..."
      onAction={() => undo.mutate()}
    />
  );
}
