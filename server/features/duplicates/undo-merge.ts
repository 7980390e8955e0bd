import type { LeadDetail } from '#contract/leads.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { moveLead, updateLeadColumns } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { searchNotesOf } from '../../lead/edits/note-writes.ts';
import { findLeadDetail, keptLeadRows, lockLeadRows } from '../../lead/edits/reads.ts';
import type { StoredColumn } from '../../lead/fields.ts';
import { columnChanges, countedRow, type LeadRow, nameOfLead } from '../../lead/rows/lead-row.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { type KeptMerge, putHistoryBack, putRestBack, takeMerges } from './unmerge-writes.ts';

/**
 * Makes several leads of one again, each with the values, notes, sales and timeline of before.
 * @returns the kept lead
 * @throws HttpError not_found, or conflict when one of the leads was changed since or another lead has its identity
 */
export function undoMerge(scope: OrganizationScope, id: string, editor: Editor): Promise<LeadDetail> {
  return withIdentities(scope, async (tx) => {
    const merges = await takeMerges(tx, id);
    const keptId = merges[0]?.keptId;
    if (keptId === undefined) throw new HttpError('not_found', 'Merge not found. It may have been undone.');
    for (const merge of merges) await undoSingle(tx, merge, editor);
    return findLeadDetail(tx, keptId);
  });
}

async function undoSingle(tx: TenantTransaction, merge: KeptMerge, editor: Editor): Promise<void> {
  const { keptId, mergedId, before } = merge;
  const rows = await lockLeadRows(tx, [keptId, mergedId]);
  const kept = unchanged(rows, keptId, merge.keptVersion);
  const merged = unchanged(rows, mergedId, merge.mergedVersion);
  const [keptBefore = kept, mergedBefore = merged] = await keptLeadRows(tx, [before.kept, before.merged]);
  const columns = Object.keys(columnChanges(kept, keptBefore)) as StoredColumn[];
  await updateLeadColumns(tx, keptBefore, columns);
  await putRestBack(tx, keptId, before.kept);
  await moveLead(tx, mergedBefore, 'list');
  await putRestBack(tx, mergedId, before.merged);
  await putHistoryBack(tx, merge);
  await searchNotesOf(tx, [keptId]);
  await recordChange(
    tx,
    {
      counted: [
        { before: countedRow(kept), after: countedRow(keptBefore) },
        { listed: countedRow(mergedBefore), createdAt: mergedBefore.created_at },
      ],
      events: [keptId, mergedId].map((leadId) => ({ leadId, kind: 'unmerged' as const, changes: {} })),
      audit: {
        action: 'update_lead',
        resource: keptId,
        details: { lead: nameOfLead(keptBefore), unmerged: mergedId },
      },
    },
    editor,
  );
  await announceLeads(tx, { aspects: ['duplicates'], ids: [keptId, mergedId] });
}

function unchanged(rows: readonly LeadRow[], id: string, version: number): LeadRow {
  const row = rows.find((one) => one.id === id);
  if (row?.version === version) return row;
  const name = row === undefined ? 'One of the leads' : nameOfLead(row);
  throw new HttpError('conflict', `${name} was changed since the merge, so it can't be undone`);
}
