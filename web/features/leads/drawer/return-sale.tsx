import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LeadDetail } from '#contract/leads.ts';
import { returnSale } from '#contract/sales.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { leadQuery, refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

interface ReturnSaleDialogProps {
  lead: LeadDetail;
  onClose: () => void;
}

/** Asks for confirmation before a sale is returned. */
export function ReturnSaleDialog({ lead, onClose }: ReturnSaleDialogProps) {
  const client = useQueryClient();
  const giveBack = useMutation({
    mutationFn: () => callApi(returnSale, { params: { id: lead.id } }),
    onSuccess: (returned) => {
      client.setQueryData(leadQuery(lead.id).queryKey, returned);
      toast({ title: 'Sale returned', description: `${leadName(lead)} is available again` });
    },
    onError: (error) =>
      void toast({
        tone: 'destructive',
        title: 'Return failed',
        description: messageOf(error, 'Please try again.'),
      }),
    onSettled: () => {
      refreshLeads(client);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Return sale"
      description={
        <span className="break-words">
          {lead.customerNumber === null ? 'The customer' : `Customer ${lead.customerNumber}`} gives{' '}
          {leadName(lead)} back: the lead is available again. The sale stays in its history.
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={giveBack.isPending}
            pendingText="Returning..."
            onClick={() => giveBack.mutate()}
          >
            Return
          </Button>
        </>
      }
    />
  );
}
