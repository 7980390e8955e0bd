import { deleteLead, type Lead, restoreLead } from '#contract/leads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { nameOf } from '../table/lead-row.tsx';

// These outlive the drawer: an undo stands in the toast when that is closed.

/** Takes a lead out of the bin and says how that ended. */
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

/** Puts a lead into the bin and offers to take that back; answers whether it is there. */
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
