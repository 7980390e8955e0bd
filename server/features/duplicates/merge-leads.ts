import type { LeadDetail } from '#contract/leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { findLeadDetail } from '../../lead/edits/reads.ts';
import { mergeLead } from '../../lead/merges/merge-lead.ts';
import { bitsOfPair } from '../../lead/merges/pair-reads.ts';
import { nameOfLead } from '../../lead/rows/lead-row.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';

/** The lead to keep, the leads to merge into it, and the fields to take from the latter. */
export interface Merge {
  keepId: string;
  leadIds: readonly string[];
  take: readonly string[];
}

/**
 * Merges leads into one. The merged leads move to the trash; all keep their notes and timeline, the kept one has their sales.
 * @returns the kept lead, and the id that undoes the merge
 * @throws HttpError invalid_input, not_found, or conflict when one of the leads is in the trash
 */
export function mergeLeads(
  scope: OrganizationScope,
  { keepId, leadIds, take }: Merge,
  editor: Editor,
): Promise<LeadDetail & { undoId: string }> {
  const others = new Set(leadIds.map((id) => id.toLowerCase()));
  if (leadIds.length > 1) others.delete(keepId.toLowerCase());
  return withIdentities(scope, async (tx) => {
    const undoId = newId();
    const evidence = new Map<string, number | null>();
    for (const id of others) evidence.set(id, await bitsOfPair(tx, keepId, id));
    for (const mergeId of others) {
      const merge = { keepId, mergeId, take, undoId, bits: evidence.get(mergeId) };
      const { lead, counted, events } = await mergeLead(tx, merge, editor.actor);
      const fields = Object.keys(events[0].changes).join(', ');
      const details = { lead: nameOfLead(lead), merged: mergeId, fields };
      const audit = { action: 'update_lead' as const, resource: lead.id, details };
      await recordChange(tx, { counted, events, audit }, editor);
    }
    return { ...(await findLeadDetail(tx, keepId)), undoId };
  });
}
