import { deleteLead, type Lead, restoreLead } from '#contract/leads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { nameOf } from '../table/lead-row.tsx';

// Independent of the drawer, because the toast's undo remains after the drawer has closed.

/** Restores a lead from the trash and reports the result in a toast. */
export async function restoreFromBin(lead: Lead): Promise<void> {
  try {
    await call(restoreLead, { params: { id: lead.id } });
    toast({ title: 'Lead restored', description: nameOf(lead) });
  } catch (error) {
    toast({
      tone: 'destructive',
      title: 'Restore failed',
      description: messageOf(error, 'Please try again.'),
    });
  } finally {
    refreshLeads(queryClient);
  }
}

/** Moves a lead to the trash and offers an undo; resolves to true if it succeeded. */
export async function moveToBin(lead: Lead): Promise<boolean> {
  try {
    await call(deleteLead, { params: { id: lead.id } });
    toast({
      title: 'Lead moved to the bin',
      description: nameOf(lead),
      action: { label: 'Undo', onAction: () => void restoreFromBin(lead) },
    });
    return true;
  } catch (error) {
    toast({
      tone: 'destructive',
      title: 'Delete failed',
      description: messageOf(error, 'Please try again.'),
    });
    return false;
  } finally {
    refreshLeads(queryClient);
  }
}
