import type { LeadDetail } from '#contract/leads.ts';
import { writeAudit } from '../audit/writes.ts';
import { Refusal } from '../errors.ts';
import { tellChanges } from '../jobs/notices.ts';
import type { Editor } from '../lead-edits/editor.ts';
import { countedRow } from '../lead-edits/lead-row.ts';
import { findLeadDetail, lockLead } from '../lead-edits/reads.ts';
import { addEvent } from '../lead-edits/writes.ts';
import { LeadCounts } from '../leads/stat-writes.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { returnSoldLead } from './return-writes.ts';

/**
 * Takes a sold lead back: it is available again, and its sale is kept with when and by whom it was returned.
 * @throws Refusal not_found, or conflict when it is not sold or is in the bin
 */
export function returnLead(scope: OrganizationScope, id: string, editor: Editor): Promise<LeadDetail> {
  return scope.transaction(async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at !== null) {
      throw new Refusal('conflict', 'This lead is in the bin. Restore it to change it.');
    }
    if (!lead.is_sold) throw new Refusal('conflict', 'This lead is not sold');
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
    await tellChanges(tx, { type: 'leads' });
    return findLeadDetail(tx, id);
  });
}
