import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelImport, type ImportStats } from '#contract/imports.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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

/** Confirms canceling an import and says which rows stay. */
export function CancelDialog({ importId, filename, stats, onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => callApi(cancelImport, { params: { id: importId } }),
    onSuccess: (record) => toast({ title: 'Import canceled', description: outcomeText(record) }),
    onError: (error) =>
      toast({
        tone: 'destructive',
        title: "Couldn't cancel the import",
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
      title={`Cancel the import of ${filename}?`}
      description={cancelText(stats)}
      footer={
        <>
          <Button onClick={onClose}>Keep Importing</Button>
          <Button
            variant="destructive"
            pending={cancel.isPending}
            pendingText="Canceling..."
            onClick={() => cancel.mutate()}
          >
            Cancel Import
          </Button>
        </>
      }
    />
  );
}
