import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { copyConsents } from '../../lead/consents/consent-writes.ts';
import { moveLead, updateLeadColumns } from '../../lead/edits/edit-writes.ts';
import { withIdentities } from '../../lead/edits/identity.ts';
import { searchNotesOf } from '../../lead/edits/note-writes.ts';
import { findLeadDetail, leadNotFound, lockLeadRows } from '../../lead/edits/reads.ts';
import { EDITED_COLUMNS, type StoredColumn } from '../../lead/fields.ts';
import {
  type ColumnChanges,
  columnChanges,
  countedRow,
  type LeadRow,
  nameOfLead,
} from '../../lead/rows/lead-row.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import { uniteTags } from '../../lead/values/normalise-text.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { copyHistory, giveUpSale, takeChecksAndSale } from './merge-writes.ts';
import { keepMerge, leadAsJson, notesAndSales } from './unmerge-writes.ts';

const OWN_RULE: ReadonlySet<string> = new Set(['number_valid', 'tags', 'custom_data', 'due_note']);
const MERGED_FIELDS = LEAD_FIELDS.filter((field) =>
  EDITED_COLUMNS.some((column) => column === field.column && !OWN_RULE.has(column)),
);

/**
 * Returns the lead that results from merging `other` into `keep`: empty fields are filled, fields named in `take` are
 * replaced where `other` has a value, and tags are united. A sold lead keeps its customer number; if only `other` is sold,
 * its sale carries over.
 * @throws HttpError invalid_input for a field that can't be taken
 */
function mergedLead(keep: LeadRow, other: LeadRow, take: readonly string[]): LeadRow {
  checkTaken(take);
  const taken = new Set(take);
  const next: LeadRow = { ...keep };
  for (const { key, column } of MERGED_FIELDS) {
    const offered = other[column as keyof StoredLead];
    const wanted = keep[column as keyof StoredLead] === null || taken.has(key);
    if (offered !== null && wanted) Object.assign(next, { [column]: offered });
  }
  // The validity flag belongs to the phone and moves with it.
  if (next.phone !== keep.phone) next.number_valid = other.number_valid;
  if (next.due_on !== keep.due_on) next.due_note = other.due_note;
  // The customer number belongs to the sale.
  if (keep.is_sold) next.customer_number = keep.customer_number;
  else if (other.is_sold) {
    next.is_sold = true;
    next.customer_number = other.customer_number;
  }
  next.tags = uniteTags(keep.tags, other.tags);
  const own = Object.entries(keep.custom_data).filter(
    ([name]) => !(taken.has(`custom:${name}`) && name in other.custom_data),
  );
  next.custom_data = { ...other.custom_data, ...Object.fromEntries(own) };
  return next;
}

function checkTaken(take: readonly string[]): void {
  const known = new Set<string>(MERGED_FIELDS.map((field) => field.key));
  const unknown = take.find((field) => !known.has(field) && customFieldName(field) === null);
  if (unknown === undefined) return;
  throw new HttpError('invalid_input', `${unknown.slice(0, 100)} is not a field that can be merged`, {
    field: 'take',
  });
}

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
    for (const mergeId of others) await mergeLead(tx, { keepId, mergeId, take, undoId }, editor);
    return { ...(await findLeadDetail(tx, keepId)), undoId };
  });
}

interface SingleMerge {
  keepId: string;
  mergeId: string;
  take: readonly string[];
  undoId: string;
}

async function mergeLead(tx: TenantTransaction, merge: SingleMerge, editor: Editor): Promise<void> {
  const [keep, other] = await lockBoth(tx, merge);
  const [kept, merged] = [await leadAsJson(tx, keep.id), await leadAsJson(tx, other.id)];
  const history = await notesAndSales(tx, keep.id, other.id);
  const next = mergedLead(keep, other, merge.take);
  // Moving it to the trash first frees the identities that the kept lead takes over.
  await moveLead(tx, other, 'bin');
  const { actor } = editor;
  await copyHistory(tx, keep.id, other.id, actor);
  await searchNotesOf(tx, [keep.id]);
  const consents = await copyConsents(tx, keep.id, other.id);
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
        details: { lead: nameOfLead(next), merged: other.id, fields: Object.keys(changes).join(', ') },
      },
    },
    editor,
  );
  const known = new Set(history.notes);
  const notes = (await notesAndSales(tx, keep.id, other.id)).notes.filter((id) => !known.has(id));
  const before = { kept, merged, sales: history.sales, notes, consents };
  await keepMerge(tx, { keptId: keep.id, mergedId: other.id, before }, merge.undoId);
}

async function lockBoth(
  tx: TenantTransaction,
  { keepId, mergeId }: SingleMerge,
): Promise<[LeadRow, LeadRow]> {
  if (keepId.toLowerCase() === mergeId.toLowerCase()) {
    throw new HttpError('invalid_input', "A lead can't be merged into itself", { field: 'leadIds' });
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
