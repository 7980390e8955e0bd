import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { moveLead, updateLeadColumns } from '../edits/edit-writes.ts';
import { searchNotesOf } from '../edits/note-writes.ts';
import { keptLeadRows, lockLeadRows } from '../edits/reads.ts';
import type { StoredColumn } from '../fields.ts';
import { columnChanges, countedRow, type LeadRow, nameOfLead } from '../rows/lead-row.ts';
import type { MergeChange } from './merge-lead.ts';
import { type KeptMerge, putHistoryBack, putRestBack } from './unmerge-writes.ts';

/**
 * Makes two leads of one again, each with the values, notes, sales, consents and timeline of before.
 * @throws IdentityTaken, HttpError conflict when one of them was changed since
 */
export async function unmergeLead(tx: TenantTransaction, merge: KeptMerge): Promise<MergeChange> {
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
  if (before.notes.length > 0) await searchNotesOf(tx, [keptId]);
  return {
    lead: keptBefore,
    counted: [
      { before: countedRow(kept), after: countedRow(keptBefore) },
      { listed: countedRow(mergedBefore), createdAt: mergedBefore.created_at },
    ],
    events: [
      { leadId: keptId, kind: 'unmerged', changes: {} },
      { leadId: mergedId, kind: 'unmerged', changes: {} },
    ],
  };
}

function unchanged(rows: readonly LeadRow[], id: string, version: number): LeadRow {
  const row = rows.find((one) => one.id === id);
  if (row?.version === version) return row;
  const name = row === undefined ? 'One of the leads' : nameOfLead(row);
  throw new HttpError('conflict', `${name} was changed since the merge, so it can't be undone`);
}
