import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelImport, type ImportStats } from '#contract/imports.ts';
import { callApi } from '../../../lib/call-api.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { cancelText, outcomeText } from './outcome-text.ts';
import { refreshAfterImport } from './queries.ts';

export interface CancelDialogProps {
  importId: string;
  filename: string;
  /** Live counters. */
  stats: ImportStats;
  onClose: () => void;
}

export function CancelDialog({ importId, filename, stats, onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => callApi(cancelImport, { params: { id: importId } }),
    onSuccess: (record) => toast({ title: 'Import canceled', description: outcomeText(record) }),
    onError: (error) =>
      showReason(error, "Couldn't cancel the import", 'Check your connection and try again.'),
    onSettled: () => {
      refreshAfterImport(client);
      onClose();
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title={`Cancel the import of ${filename}?`}
      description={cancelText(stats)}
      cancel="Keep Importing"
      action="Cancel Import"
      destructive
      pending={cancel.isPending}
      pendingText="Canceling..."
      onAction={() => cancel.mutate()}
    />
  );
}
