import type { LeadDetail } from '#contract/leads.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { recordChange } from '../change/change-writes.ts';
import { cancelEndedDeliveries } from '../orders/deliveries/outbox-writes.ts';
import { countedRow } from '../rows/lead-row.ts';
import { refuseSuppressed } from '../suppression/admission.ts';
import { moveLead } from './edit-writes.ts';
import { withIdentities } from './identity.ts';
import { findLeadDetail, leadNotFound, lockLead } from './reads.ts';
import type { EditedBy } from './update-lead.ts';

/**
 * Moves a lead to the trash, where it stays for 30 days, is hidden from all searches and frees its identities.
 * @throws HttpError not_found, also for a lead that is already in the trash
 */
export async function trashLead(
  tx: TenantTransaction,
  id: string,
  { details, ...editor }: Omit<EditedBy, 'source'>,
): Promise<void> {
  const lead = await lockLead(tx, id);
  if (lead.deleted_at !== null) throw leadNotFound();
  await moveLead(tx, lead, 'bin');
  if (lead.is_sold) await cancelEndedDeliveries(tx, [id]);
  await recordChange(
    tx,
    {
      counted: [{ trashed: countedRow(lead), createdAt: lead.created_at }],
      events: [{ leadId: id, kind: 'deleted', changes: {} }],
      audit: { action: 'delete_lead', resource: id, ...(details && { details }) },
    },
    editor,
  );
}

/**
 * Takes a lead out of the trash.
 * @throws HttpError not_found, or conflict when the lead isn't in the trash or (with existingLeadId) another lead has
 *   taken its identity, or suppressed
 */
export function restoreTrashedLead(
  scope: OrganizationScope,
  id: string,
  editor: Editor,
): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    const lead = await lockLead(tx, id);
    if (lead.deleted_at === null) throw new HttpError('conflict', "This lead isn't in the bin");
    await refuseSuppressed(tx, { before: null, after: lead });
    await moveLead(tx, lead, 'list');
    await recordChange(
      tx,
      {
        counted: [{ listed: countedRow(lead), createdAt: lead.created_at }],
        events: [{ leadId: id, kind: 'restored', changes: {} }],
        audit: { action: 'restore_lead', resource: id },
      },
      editor,
    );
    return findLeadDetail(tx, id);
  });
}
