import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cleanupNoEmail } from '#contract/bulk.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { undoAction } from '../bulk/run-bulk.ts';
import { refreshLeads } from '../queries.ts';

/** Asks before every lead without an e-mail goes to the bin. */
export function CleanDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const clean = useMutation({
    mutationFn: () => call(cleanupNoEmail, {}),
    onSuccess: ({ message, operationId }) => {
      toast({ title: 'Cleanup complete', description: message, ...(operationId && undoAction(operationId)) });
      refreshLeads(client);
    },
    onError: () =>
      toast({
        tone: 'destructive',
        title: 'Cleanup failed',
        description: 'Failed to cleanup leads. Please try again.',
      }),
    onSettled: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Clean Leads Without Email"
      description="Every lead of your organization that has no email goes to the bin, whatever filters are set. They can be restored for 30 days."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            pending={clean.isPending}
            pendingText="Cleaning..."
            onClick={() => clean.mutate()}
          >
            Clean No Email
          </Button>
        </>
      }
    />
  );
}
