import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { returnSale } from '#contract/sales.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import { callApi } from './call-api.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';
import { NO_REASON, ReturnReason, reasonOf } from './return-reason.tsx';
import { showReason } from './show-failure.ts';

interface ReturnSaleDialogProps {
  leadId: string;
  name: string;
  onReturned?: (lead: LeadDetail) => void;
  onClose: () => void;
}

export function ReturnSaleDialog({ leadId, name, onReturned, onClose }: ReturnSaleDialogProps) {
  const client = useQueryClient();
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
    onError: (error) => showReason(error, 'Return failed'),
    onSettled: () => {
      void refetchTouched(client, LEAD_TOPICS);
      onClose();
    },
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Return Sale"
      description={
        <span className="break-words">{name} becomes available again. The sale stays in its history.</span>
      }
      action="Return"
      pending={giveBack.isPending}
      pendingText="Returning..."
      onAction={() => giveBack.mutate()}
    >
      <ReturnReason value={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
