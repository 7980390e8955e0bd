import { setTimeout as wait } from 'node:timers/promises';
import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { tagsOf } from '../edits/edit-lead.ts';
import { fitsField } from '../values/cell-readers.ts';
import { readStatus } from '../values/normalise-text.ts';
import { undoneAs } from './list-action.ts';
import {
  GREATEST_ID,
  type Lane,
  LEAST_ID,
  type StoredSelection,
  type WorkAction,
  worksOnBin,
} from './operation.ts';
import { findBulk, lockBulk } from './reads.ts';
import { countSelected, countUndoable, newestLead, selectedAt, undoableAt } from './selection-reads.ts';
import { createBulk, markUndone } from './writes.ts';

const LOOK_EVERY_MS = 100;
/** From so many leads on two lanes are worked on at once: one connection keeps one core busy. */
const TWO_LANES = 10_000;

/**
 * Begins a bulk operation: from here on it is a job, whoever watches. `total` counts the leads at this moment.
 * @throws Refusal invalid_input when the action or the filter makes no sense
 */
export function startBulk(
  scope: OrganizationScope,
  selection: LeadSelection,
  action: BulkAction,
  editor: Editor,
): Promise<BulkOperation> {
  const settled = settledAction(action);
  if ('filter' in selection && selection.filter.bin === 'true' && settled.type !== 'restore') {
    throw new Refusal('invalid_input', 'Leads in the bin can only be restored', { field: 'selection' });
  }
  return scope.transaction((tx) => beginBulk(tx, selection, settled, editor));
}

/** Begins to put every lead without an e-mail into the bin and waits for the end; null when there is none. */
export async function binLeadsWithoutEmail(
  scope: OrganizationScope,
  editor: Editor,
): Promise<BulkOperation | null> {
  const begun = await scope.transaction(async (tx) => {
    const selection: StoredSelection = { noEmail: true };
    if ((await countSelected(tx, selection, false)) === 0) return null;
    return beginBulk(tx, selection, { type: 'delete' }, editor);
  });
  return begun === null ? null : endOfBulk(scope, begun.id, 'The leads could not be moved');
}

/**
 * Waits for the end of an operation.
 * @throws Refusal internal with `failure` when it could not be finished
 */
export async function endOfBulk(
  scope: OrganizationScope,
  id: string,
  failure: string,
): Promise<BulkOperation> {
  for (;;) {
    const now = await scope.transaction((tx) => findBulk(tx, id));
    if (now === null || now.status === 'failed') throw new Refusal('internal', failure);
    if (now.status === 'completed') return now;
    await wait(LOOK_EVERY_MS);
  }
}

/**
 * Begins to put back what an operation changed; leads that changed since are left as they are.
 * @throws Refusal not_found, or conflict when it is still running, was undone before, or is an undo itself
 */
export function undoBulk(scope: OrganizationScope, id: string, editor: Editor): Promise<BulkOperation> {
  return scope.transaction(async (tx) => {
    const found = await lockBulk(tx, id);
    if (found === null) throw noSuchOperation();
    const { action } = found;
    if (action.type === 'undo') throw new Refusal('conflict', 'An undo cannot be undone');
    if (found.status === 'processing') throw new Refusal('conflict', 'The operation is still running');
    if (found.undone) throw new Refusal('conflict', 'The operation was undone before');
    const undo = newId();
    const total = await countUndoable(tx, id);
    await createBulk(tx, {
      id: undo,
      action: { type: 'undo', of: undoneAs(action) },
      selection: { ids: [] },
      total,
      upTo: found.upTo,
      lanes: lanesFrom(total < TWO_LANES ? null : await undoableAt(tx, id, Math.floor(total / 2))),
      undoes: id,
      editor,
    });
    await markUndone(tx, id, undo);
    return created(tx, undo);
  });
}

/** The answer for an operation that the organization does not have. */
export function noSuchOperation(): Refusal {
  return new Refusal('not_found', 'There is no such operation');
}

/** Creates an operation and queues its work; `total` counts the leads at this moment. */
export async function beginBulk(
  tx: TenantTransaction,
  selection: StoredSelection,
  action: WorkAction,
  editor: Editor,
): Promise<BulkOperation> {
  const id = newId();
  const bin = worksOnBin(action);
  const total = await countSelected(tx, selection, bin);
  const upTo = (await newestLead(tx)) ?? id;
  const middle = total < TWO_LANES ? null : await selectedAt(tx, selection, bin, Math.floor(total / 2));
  const lanes = lanesFrom(middle);
  await createBulk(tx, { id, action, selection, total, upTo, lanes, undoes: null, editor });
  return created(tx, id);
}

/** All leads in one lane, or those from `middle` on and those below it in two. */
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

/** The action with its values as leads keep them: the same rules as for a single edit. */
function settledAction(action: BulkAction): BulkAction {
  switch (action.type) {
    case 'status':
      if (!fitsField(action.status, 'status')) throw invalid('status', 'Status: The text is too long');
      return { ...action, status: readStatus(action.status) };
    case 'addTags':
    case 'removeTags': {
      const tags = tagsOf(action.tags);
      if (tags.length === 0) throw invalid('tags', 'Name at least one tag');
      return { ...action, tags };
    }
    default:
      return action;
  }
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { field: `action.${field}` });
}
