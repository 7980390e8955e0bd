import type { LeadDetail } from '#contract/leads.ts';
import { addEvent, moveLead } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { findLeadDetail, leadNotFound, lockLead } from '../../lead/edits/reads.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';

/**
 * Moves a lead to the trash, where it stays for 30 days, is hidden from all searches and frees its identities.
 * @throws HttpError not_found, also for a lead that is already in the trash
 */
export function trashLead(scope: OrganizationScope, id: string, editor: Editor): Promise<void> {
  return scope.transaction(async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at !== null) throw leadNotFound();
    await moveLead(tx, lead, 'bin');
    await addEvent(tx, { leadId: id, kind: 'deleted', changes: {}, actor: editor.actor });
    await writeAudit(tx, { action: 'delete_lead', ...editor, resource: id });
    const counts = new LeadCounts();
    counts.trash(countedRow(lead), lead.created_at);
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
  });
}

/**
 * Takes a lead out of the trash.
 * @throws HttpError not_found, or conflict when the lead isn't in the trash or (with existingLeadId) another lead has
 *   taken its identity
 */
export function restoreTrashedLead(
  scope: OrganizationScope,
  id: string,
  editor: Editor,
): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at === null) throw new HttpError('conflict', "This lead isn't in the bin");
    await moveLead(tx, lead, 'list');
    await addEvent(tx, { leadId: id, kind: 'restored', changes: {}, actor: editor.actor });
    await writeAudit(tx, { action: 'restore_lead', ...editor, resource: id });
    const counts = new LeadCounts();
    counts.restore(countedRow(lead), lead.created_at);
    await counts.write(tx);
    await notifyChanges(tx, { type: 'leads' });
    return findLeadDetail(tx, id);
  });
}
