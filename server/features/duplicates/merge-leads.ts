import type { LeadDetail } from '#contract/leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { moveLead, updateLeadColumns } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { findLeadDetail, leadNotFound, lockLeadRows } from '../../lead/edits/reads.ts';
import type { StoredColumn } from '../../lead/fields.ts';
import { type ColumnChanges, columnChanges, countedRow, type LeadRow } from '../../lead/rows/lead-row.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { mergedLead, nameOfLead } from './merge-fields.ts';
import { copyHistory, giveUpSale, takeChecksAndSale } from './merge-writes.ts';

/** The lead to keep, the lead to merge into it, and the fields to take from the latter. */
export interface Merge {
  keepId: string;
  mergeId: string;
  take: readonly string[];
}

/**
 * Merges two leads into one. The merged lead moves to the trash; both keep its notes and timeline, the kept one has its sales.
 * @returns the kept lead
 * @throws HttpError invalid_input, not_found, or conflict when one of the leads is in the trash
 */
export function mergeLeads(scope: OrganizationScope, merge: Merge, editor: Editor): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    const [keep, other] = await lockBoth(tx, merge);
    const next = mergedLead(keep, other, merge.take);
    // Moving it to the trash first frees the identities that the kept lead takes over.
    await moveLead(tx, other, 'bin');
    const { actor } = editor;
    await copyHistory(tx, keep.id, other.id, actor);
    const changes = columnChanges(keep, next);
    await updateLeadColumns(tx, next, Object.keys(changes) as StoredColumn[]);
    await takeChecksAndSale(tx, keep, next, other.id);
    const given: ColumnChanges = other.is_sold
      ? { is_sold: [true, false], customer_number: [other.customer_number, null] }
      : {};
    if (other.is_sold) await giveUpSale(tx, other.id);
    if (next.is_sold !== keep.is_sold) changes['is_sold'] = [keep.is_sold, next.is_sold];
    await recordChange(
      tx,
      {
        counted: [
          { before: countedRow(keep), after: countedRow(next) },
          { trashed: countedRow(other), createdAt: other.created_at },
        ],
        events: [
          { leadId: keep.id, kind: 'merged', changes, detail: nameOfLead(other) },
          { leadId: other.id, kind: 'deleted', changes: given, detail: nameOfLead(next) },
        ],
        audit: {
          action: 'update_lead',
          resource: keep.id,
          details: { merged: other.id, fields: Object.keys(changes).join(', ') },
        },
      },
      editor,
    );
    return findLeadDetail(tx, keep.id);
  });
}

async function lockBoth(tx: TenantTransaction, { keepId, mergeId }: Merge): Promise<[LeadRow, LeadRow]> {
  if (keepId.toLowerCase() === mergeId.toLowerCase()) {
    throw new HttpError('invalid_input', "A lead can't be merged into itself", { field: 'mergeId' });
  }
  const rows = await lockLeadRows(tx, [keepId, mergeId]);
  const keep = rows.find((row) => row.id === keepId.toLowerCase());
  const other = rows.find((row) => row.id === mergeId.toLowerCase());
  if (keep === undefined || other === undefined) throw leadNotFound();
  if (keep.deleted_at !== null || other.deleted_at !== null) {
    throw new HttpError('conflict', 'One of the leads is in the bin');
  }
  return [keep, other];
}
