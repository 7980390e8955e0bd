import { deleteLead, type Lead, restoreLead } from '#contract/leads.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

// Independent of the drawer, because the toast's undo outlives it.

/** Restores a lead and reports the result in a toast. */
export async function restoreFromTrash(lead: Lead): Promise<void> {
  try {
    await callApi(restoreLead, { params: { id: lead.id } });
    toast({ title: 'Lead restored', description: leadName(lead) });
  } catch (error) {
    showReason(error, 'Restore failed');
  } finally {
    refreshLeads(queryClient);
  }
}

/** Trashes a lead and offers an undo; resolves to true on success. */
export async function moveToTrash(lead: Lead): Promise<boolean> {
  try {
    await callApi(deleteLead, { params: { id: lead.id } });
    toast({
      title: 'Lead moved to the bin',
      description: leadName(lead),
      action: { label: 'Undo', onAction: () => void restoreFromTrash(lead) },
    });
    return true;
  } catch (error) {
    showReason(error, 'Delete failed');
    return false;
  } finally {
    refreshLeads(queryClient);
  }
}
