import { setTimeout as wait } from 'node:timers/promises';
import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { checkOwners } from '../owners/owner-reads.ts';
import { findLateOperation, windowText } from '../sales/return-window-reads.ts';
import { givenStatus } from '../statuses/given-status.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import { readTagList } from '../values/normalise-text.ts';
import {
  GREATEST_ID,
  type Lane,
  LEAST_ID,
  type LeadAction,
  type ListRow,
  type OperationEditor,
  type RowAction,
  type StoredSelection,
  worksOnTrash,
} from './operation.ts';
import { type FoundOperation, findBulk, findUnfinished, lockBulk } from './reads.ts';
import { countSelected, countUndoable, newestLead, selectedAt, undoableAt } from './selection-reads.ts';
import { settledSetField } from './set-field.ts';
import { endOperation, insertOperation, insertRows, markUndone, queueOperation } from './writes.ts';

const POLL_INTERVAL_MS = 50;
/** A single connection saturates one core. */
const TWO_LANES_MIN_LEADS = 10_000;

/**
 * `total` counts the leads selected now.
 * @throws HttpError invalid_input when the action or the filter is invalid, forbidden when only administrators may do it
 */
export function startBulkOperation(
  scope: OrganizationScope,
  selection: LeadSelection,
  action: BulkAction,
  editor: Editor & { isAdmin: boolean },
): Promise<BulkOperation> {
  return scope.transaction(async (tx) => {
    const settled = await normalizedAction(tx, action, editor.isAdmin);
    refuseTrash(selection, settled);
    if (settled.type === 'purge' && !editor.isAdmin) {
      throw new HttpError('forbidden', 'Only administrators can delete leads forever');
    }
    return beginBulk(tx, selection, settled, editor);
  });
}

/** Null if every lead has an email. */
export async function trashLeadsWithoutEmail(
  scope: OrganizationScope,
  editor: Editor,
): Promise<BulkOperation | null> {
  const begun = await scope.transaction(async (tx) => {
    const selection: StoredSelection = { noEmail: true };
    if ((await countSelected(tx, selection, false)) === 0) return null;
    return beginBulk(tx, selection, { type: 'delete' }, editor);
  });
  return begun === null ? null : waitForBulk(scope, begun.id, "Couldn't move the leads");
}

/**
 * Waits until the operation ends, or as long as anyone `isListening`.
 * @throws HttpError internal with the message `failure` when the operation failed
 */
export async function waitForBulk(
  scope: OrganizationScope,
  id: string,
  failure: string,
  isListening = (): boolean => true,
): Promise<FoundOperation> {
  await scope.commit();
  for (;;) {
    const now = await scope.transaction((tx) => findBulk(tx, id));
    if (now === null || now.status === 'failed') throw new HttpError('internal', failure);
    if (now.status === 'completed' || !isListening()) return now;
    await wait(POLL_INTERVAL_MS);
  }
}

/**
 * Starts the undo of an operation; skips leads changed since. An undo of a sale is no way around the return window: after it, and an hour, it
 * takes an administrator.
 * @throws HttpError not_found, or conflict when the operation is running, has been undone, is an undo itself, or is such a sale
 */
export async function undoBulkOperation(
  tx: TenantTransaction,
  id: string,
  editor: Editor & { isAdmin: boolean },
): Promise<BulkOperation> {
  const found = await lockBulk(tx, id);
  if (found === null) throw noSuchOperation();
  const { action } = found;
  if (action.type === 'undo') throw new HttpError('conflict', "An undo can't be undone");
  if (action.type === 'suppress') {
    throw new HttpError('conflict', 'Entries are removed on the screen Suppression');
  }
  if (action.type === 'anonymise' || action.type === 'erase') {
    throw new HttpError('conflict', 'A retention rule removed these people for good');
  }
  if (action.type === 'purge') throw new HttpError('conflict', "Leads deleted forever can't be restored");
  if (found.status === 'processing') throw new HttpError('conflict', 'The operation is still running');
  if (found.undone) throw new HttpError('conflict', 'The operation was already undone');
  if (!editor.isAdmin) await checkSaleWindow(tx, id);
  const undo = newId();
  const total = await countUndoable(tx, id);
  const isList = action.type === 'markSoldList';
  await insertOperation(tx, {
    ...{ id: undo, undoes: id, editor, total, upTo: found.upTo, selection: { ids: [] }, detail: null },
    action: {
      type: 'undo',
      of: isList ? { type: 'markSold', customerNumber: action.customerNumber } : action,
    },
    lanes: lanesFrom(total < TWO_LANES_MIN_LEADS ? null : await undoableAt(tx, id, Math.floor(total / 2))),
  });
  await queueOperation(tx, undo);
  await markUndone(tx, id, undo);
  return created(tx, undo);
}

/**
 * Stops a merge of duplicates; what it has merged stays and can be undone.
 * @throws HttpError not_found, or conflict for other operations and after its end
 */
export async function cancelBulkOperation(
  tx: TenantTransaction,
  id: string,
  { actor }: Editor,
): Promise<BulkOperation> {
  const found = await lockBulk(tx, id);
  if (found === null) throw noSuchOperation();
  if (found.action.type !== 'mergeDuplicates') {
    throw new HttpError('conflict', "This operation can't be canceled");
  }
  const work = await findUnfinished(tx, id);
  if (work === null) throw new HttpError('conflict', 'The operation has already ended');
  await endOperation(tx, work, `Canceled by ${actor.username}`, 'canceled');
  return created(tx, id);
}

async function checkSaleWindow(tx: TenantTransaction, id: string): Promise<void> {
  const late = await findLateOperation(tx, id);
  if (late === null) return;
  throw new HttpError('conflict', `${windowText(late)}. An administrator can still undo this sale.`);
}

/** @throws HttpError invalid_input for other actions than restoring and deleting forever on a filter in the trash */
export function refuseTrash(selection: LeadSelection, action: LeadAction): void {
  if ('filter' in selection && selection.filter.bin === 'true' && !worksOnTrash(action)) {
    throw new HttpError('invalid_input', 'Leads in the bin can only be restored or deleted forever', {
      field: 'selection',
    });
  }
}

/** Returns the error for an operation that the organization doesn't have. */
export function noSuchOperation(): HttpError {
  return new HttpError('not_found', 'Operation not found');
}

/** `total` counts the leads selected now. */
export async function beginBulk(
  tx: TenantTransaction,
  selection: StoredSelection,
  action: LeadAction,
  editor: Editor,
): Promise<BulkOperation> {
  const operation = await createBulk(tx, selection, action, editor);
  await queueOperation(tx, operation.id);
  return operation;
}

/** Like `beginBulk`, for a job of the caller that runs the operation. */
export async function createBulk(
  tx: TenantTransaction,
  selection: StoredSelection,
  action: LeadAction,
  editor: OperationEditor,
): Promise<BulkOperation> {
  const id = newId();
  const inTrash = worksOnTrash(action);
  const total = await countSelected(tx, selection, inTrash);
  const upTo = (await newestLead(tx)) ?? id;
  const middle =
    total < TWO_LANES_MIN_LEADS ? null : await selectedAt(tx, selection, inTrash, Math.floor(total / 2));
  await insertOperation(tx, {
    ...{ id, action, selection, total, upTo, lanes: lanesFrom(middle), undoes: null, detail: null, editor },
  });
  return created(tx, id);
}

/**
 * Starts a list.
 * @param detail the file's name, or MANUAL_ENTRY; null for rows that no user gave
 * @param batches in the order of row numbers
 * @returns the operation's id
 */
export async function beginList(
  tx: TenantTransaction,
  { action, detail, editor }: { action: RowAction; detail: string | null; editor: OperationEditor },
  batches: AsyncIterable<ListRow[]> | Iterable<ListRow[]>,
): Promise<string> {
  const id = newId();
  await insertOperation(tx, {
    ...{ id, action, detail, editor, selection: { rows: true }, total: 0, upTo: id, lanes: [], undoes: null },
  });
  for await (const rows of batches) await insertRows(tx, id, rows);
  await queueOperation(tx, id);
  return id;
}

/** One lane, or two that meet at `middle`. */
function lanesFrom(middle: string | null): Lane[] {
  if (middle === null) return [{ cursor: GREATEST_ID, low: LEAST_ID }];
  return [
    { cursor: GREATEST_ID, low: middle },
    { cursor: middle, low: LEAST_ID },
  ];
}

async function created(tx: TenantTransaction, id: string): Promise<BulkOperation> {
  const operation = await findBulk(tx, id);
  if (operation === null) throw noSuchOperation();
  return operation;
}

/** With values normalized as in a single edit. */
async function normalizedAction(
  tx: TenantTransaction,
  action: BulkAction,
  isAdmin: boolean,
): Promise<LeadAction> {
  switch (action.type) {
    case 'setField':
      return settledSetField(tx, action);
    case 'status':
      return { ...action, status: givenStatus(action.status, await loadLeadStatuses(tx), 'action.status') };
    case 'addTags':
    case 'removeTags': {
      const tags = readTagList(action.tags);
      if (tags.length === 0) throw invalidAction('tags', 'Enter at least one tag');
      return { ...action, tags };
    }
    case 'assign':
      await checkOwners(tx, action.owners, 'action.owners');
      return action;
    case 'returnSale':
      return { ...action, anyTime: isAdmin };
    default:
      return action;
  }
}

function invalidAction(field: string, message: string): HttpError {
  return new HttpError('invalid_input', message, { field: `action.${field}` });
}
