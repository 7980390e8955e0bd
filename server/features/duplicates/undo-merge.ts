import type { LeadDetail } from '#contract/leads.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { findLeadDetail } from '../../lead/edits/reads.ts';
import { unmergeLead } from '../../lead/merges/unmerge-lead.ts';
import { takeMerges } from '../../lead/merges/unmerge-writes.ts';
import { findBulk } from '../../lead/operations/reads.ts';
import { nameOfLead } from '../../lead/rows/lead-row.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';

/**
 * Makes several leads of one again, each with the values, notes, sales and timeline of before.
 * @returns the kept lead
 * @throws HttpError not_found, or conflict when one of the leads was changed since or another lead has its identity
 */
export function undoMerge(scope: OrganizationScope, id: string, editor: Editor): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    // The merges of an operation are undone by its own undo.
    const merges = (await findBulk(tx, id)) === null ? await takeMerges(tx, id) : [];
    const keptId = merges[0]?.keptId;
    if (keptId === undefined) throw new HttpError('not_found', 'Merge not found. It may have been undone.');
    for (const merge of merges) {
      const { lead, counted, events } = await unmergeLead(tx, merge);
      const details = { lead: nameOfLead(lead), unmerged: merge.mergedId };
      const audit = { action: 'update_lead' as const, resource: keptId, details };
      await recordChange(tx, { counted, events, audit }, editor);
      await announceLeads(tx, { aspects: ['duplicates'], ids: [keptId, merge.mergedId] });
    }
    return findLeadDetail(tx, keptId);
  });
}
