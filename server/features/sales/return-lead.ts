import type { LeadDetail } from '#contract/leads.ts';
import { addEvent } from '../../lead/edits/edit-writes.ts';
import { findLeadDetail, lockLead } from '../../lead/edits/reads.ts';
import { returnSoldLead } from '../../lead/operations/return-writes.ts';
import { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { countedRow } from '../../lead/store/lead-row.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';

/**
 * Takes a sold lead back: it is available again, and its sale is kept with when and by whom it was returned.
 * @throws HttpError not_found, or conflict when it is not sold or is in the bin
 */
export function returnLead(scope: OrganizationScope, id: string, editor: Editor): Promise<LeadDetail> {
  return scope.transaction(async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at !== null) {
      throw new HttpError('conflict', 'This lead is in the bin. Restore it to change it.');
    }
    if (!lead.is_sold) throw new HttpError('conflict', 'This lead is not sold');
    await returnSoldLead(tx, id, editor.actor.username);
    await addEvent(tx, {
      leadId: id,
      kind: 'returned',
      changes: { is_sold: [true, false], customer_number: [lead.customer_number, null] },
      actor: editor.actor,
    });
    await writeAudit(tx, {
      action: 'update_lead',
      ...editor,
      resource: id,
      details: { operation: 'returnSale', customerNumber: lead.customer_number },
    });
    const counts = new LeadCounts();
    counts.remove(countedRow(lead));
    counts.add(countedRow({ ...lead, is_sold: false, customer_number: null }));
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
    return findLeadDetail(tx, id);
  });
}
