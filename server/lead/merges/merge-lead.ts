import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { NewEvent } from '../change/change-writes.ts';
import type { CountedChange } from '../change/count-changes.ts';
import { copyConsents } from '../consents/consent-writes.ts';
import { moveLead, updateLeadColumns } from '../edits/edit-writes.ts';
import { searchNotesOf } from '../edits/note-writes.ts';
import { leadNotFound, lockLeadRows } from '../edits/reads.ts';
import { EDITED_COLUMNS, type StoredColumn } from '../fields.ts';
import { type ColumnChanges, columnChanges, countedRow, type LeadRow, nameOfLead } from '../rows/lead-row.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { uniteTags } from '../values/normalise-text.ts';
import { copyDismissals, copyHistory, giveUpSale, takeChecksAndSale } from './merge-writes.ts';
import { keepMerge, stateOfLeads } from './unmerge-writes.ts';

/** A lead to keep, another to merge into it, and the fields to take from the latter. */
export interface SingleMerge {
  keepId: string;
  mergeId: string;
  take: readonly string[];
  /** Merges with the same id are undone together. */
  undoId: string;
  /** Evidence that the last scan had, if a person decided. */
  bits?: number | null | undefined;
}

/** Changes of a merge or its undo, to be recorded. */
export interface MergeChange {
  lead: LeadRow;
  counted: CountedChange[];
  /** That of the kept lead first. */
  events: [NewEvent, NewEvent];
}

/**
 * Merges a lead into another: it moves to the trash and keeps its notes and timeline; the kept lead gets a copy of them, and its sales.
 * @throws HttpError invalid_input, not_found, or conflict when one of the leads is in the trash
 */
export async function mergeLead(tx: TenantTransaction, merge: SingleMerge, by: Actor): Promise<MergeChange> {
  const [keep, other] = await lockBoth(tx, merge);
  const state = await stateOfLeads(tx, keep.id, other.id);
  const next = mergedLead(keep, other, merge.take);
  // Moving it to the trash first frees the identities that the kept lead takes over.
  await moveLead(tx, other, 'bin');
  const { origins, notes } = await copyHistory(tx, keep.id, other.id, by);
  const consents = await copyConsents(tx, keep.id, other.id);
  const dismissed = await copyDismissals(tx, keep.id, other.id);
  const changes = columnChanges(keep, next);
  await updateLeadColumns(tx, next, Object.keys(changes) as StoredColumn[]);
  await takeChecksAndSale(tx, keep, next, other.id);
  const given: ColumnChanges = other.is_sold
    ? { is_sold: [true, false], customer_number: [other.customer_number, null] }
    : {};
  if (other.is_sold) await giveUpSale(tx, other.id);
  if (next.is_sold !== keep.is_sold) changes['is_sold'] = [keep.is_sold, next.is_sold];
  if (notes.length > 0) await searchNotesOf(tx, [keep.id]);
  const before = { ...state, notes, consents, origins, dismissed };
  const { bits = null, undoId } = merge;
  await keepMerge(tx, { keptId: keep.id, mergedId: other.id, before }, { undoId, bits });
  return {
    lead: next,
    counted: [
      { before: countedRow(keep), after: countedRow(next) },
      { trashed: countedRow(other), createdAt: other.created_at },
    ],
    events: [
      { leadId: keep.id, kind: 'merged', changes, detail: nameOfLead(other) },
      { leadId: other.id, kind: 'deleted', changes: given, detail: nameOfLead(next) },
    ],
  };
}

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
