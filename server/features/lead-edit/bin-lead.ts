import type { LeadDetail } from '#contract/leads.ts';
import { addEvent, moveLead } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { findLeadDetail, leadNotFound, lockLead } from '../../lead/edits/reads.ts';
import { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { countedRow } from '../../lead/store/lead-row.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';

/**
 * Puts a lead into the bin, where it stays for 30 days, found by nothing and nobody's duplicate.
 * @throws Refusal not_found, for a lead that is there already too
 */
export function deleteLead(scope: OrganizationScope, id: string, editor: Editor): Promise<void> {
  return scope.transaction(async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at !== null) throw leadNotFound();
    await moveLead(tx, lead, 'bin');
    await addEvent(tx, { leadId: id, kind: 'deleted', changes: {}, actor: editor.actor });
    await writeAudit(tx, { action: 'delete_lead', ...editor, resource: id });
    const counts = new LeadCounts();
    counts.remove(countedRow(lead));
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
  });
}

/**
 * Takes a lead out of the bin.
 * @throws Refusal not_found, or conflict: it is not in the bin, or (with existingLeadId) its identity is taken meanwhile
 */
export function restoreLead(scope: OrganizationScope, id: string, editor: Editor): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at === null) throw new Refusal('conflict', 'This lead is not in the bin');
    await moveLead(tx, lead, 'list');
    await addEvent(tx, { leadId: id, kind: 'restored', changes: {}, actor: editor.actor });
    await writeAudit(tx, { action: 'restore_lead', ...editor, resource: id });
    const counts = new LeadCounts();
    counts.add(countedRow(lead));
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
    return findLeadDetail(tx, id);
  });
}
