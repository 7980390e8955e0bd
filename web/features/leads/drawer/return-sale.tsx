import { useQueryClient } from '@tanstack/react-query';
import type { LeadDetail } from '#contract/leads.ts';
import { ReturnSaleDialog } from '../../../lib/return-sale-dialog.tsx';
import { leadQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

interface ReturnLeadDialogProps {
  lead: LeadDetail;
  onClose: () => void;
}

/** Confirms the return of a sale. */
export function ReturnLeadDialog({ lead, onClose }: ReturnLeadDialogProps) {
  const client = useQueryClient();
  return (
    <ReturnSaleDialog
      leadId={lead.id}
      name={leadName(lead)}
      customerNumber={lead.customerNumber}
      onReturned={(returned) => client.setQueryData(leadQuery(lead.id).queryKey, returned)}
      onClose={onClose}
    />
  );
}
