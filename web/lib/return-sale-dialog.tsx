import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { returnSale } from '#contract/sales.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import { messageOf } from './api-error.ts';
import { callApi } from './call-api.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';
import { NO_REASON, ReturnReason, reasonOf } from './return-reason.tsx';

interface ReturnSaleDialogProps {
  leadId: string;
  /** Lead's name. */
  name: string;
  customerNumber: string | null;
  onReturned?: (lead: LeadDetail) => void;
  onClose: () => void;
}

/** Asks for a reason before returning a sale. */
export function ReturnSaleDialog({
  leadId,
  name,
  customerNumber,
  onReturned,
  onClose,
}: ReturnSaleDialogProps) {
  const client = useQueryClient();
  const form = useId();
  const [draft, setDraft] = useState(NO_REASON);
  const giveBack = useMutation({
    mutationFn: () => {
      const reason = reasonOf(draft);
      return callApi(returnSale, { params: { id: leadId }, body: reason === undefined ? {} : { reason } });
    },
    onSuccess: (returned) => {
      onReturned?.(returned);
      toast({ title: 'Sale returned', description: `${name} is available again` });
    },
    onError: (error) =>
      void toast({
        tone: 'destructive',
        title: 'Return failed',
        description: messageOf(error, 'Please try again.'),
      }),
    onSettled: () => {
      void refetchTouched(client, LEAD_TOPICS);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Return Sale"
      description={
        <span className="break-words">
          {customerNumber === null ? 'The customer' : `Customer ${customerNumber}`} gives {name} back: the
          lead is available again. The sale stays in its history.
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            pending={giveBack.isPending}
            pendingText="Returning..."
          >
            Return
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!giveBack.isPending) giveBack.mutate();
        }}
      >
        <ReturnReason value={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
