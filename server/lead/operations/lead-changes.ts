import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { unsoldWithoutConsent } from '../conditions/required-consent-reads.ts';
import { keysOfLeads } from '../orders/person-key-reads.ts';
import { deleteHistory, forgetPersonKeys } from '../persons/history-writes.ts';
import { deleteBatch } from '../store/store.ts';
import { listsOfHits } from '../suppression/suppression-reads.ts';
import { anonymiseLeads, countRemoved, leadsToRemove } from './anonymous-lead-writes.ts';
import { type BatchChange, writeBatch } from './batch-writes.ts';
import { assignedTo, saleTo, sqlChangeOf } from './bulk-writes.ts';
import { fixerOfPhones } from './fix-phones.ts';
import { leadsWithFreeIdentities } from './identities.ts';
import { undoMerges } from './merge-groups.ts';
import type { Counts, OperationWork, StoredAction, UndoAction } from './operation.ts';
import { trashedIdentities } from './selection-reads.ts';
import { sellThroughOrder } from './sell-through-order.ts';
import { setField } from './set-field.ts';
import { type SuppressedLeads, suppressedAmong, unsaleableLeads } from './suppressed-lead-reads.ts';
import { undoBatch } from './undo.ts';

/** Applies an operation to leads that the transaction has locked. */
export type LeadChange = (
  tx: TenantTransaction,
  work: OperationWork,
  ids: readonly string[],
) => Promise<Counts>;

/** Returns the change of an operation on selected leads. */
export async function leadChangeOf(scope: OrganizationScope, action: StoredAction): Promise<LeadChange> {
  switch (action.type) {
    case 'undo':
      return undoOf(action.of);
    case 'setField':
      return (tx, work, ids) => setField(tx, work, action, ids);
    case 'fixPhones':
      return fixerOfPhones(scope);
    case 'assign':
      return assigner(action.owners);
    case 'purge':
      return purge;
    case 'markSold':
      return action.order === undefined ? changeInSql : sellThroughOrder(action.order);
    case 'anonymise':
    case 'erase':
      return removePersons;
    default:
      return changeInSql;
  }
}

function undoOf(undone: UndoAction['of']): LeadChange {
  if (undone.type === 'mergeDuplicates') return undoMerges;
  return (tx, work, ids) => undoBatch(tx, work, undone, ids);
}

async function purge(tx: TenantTransaction, _work: OperationWork, ids: readonly string[]): Promise<Counts> {
  await deleteBatch(tx, ids);
  return { changed: ids.length, unchanged: 0, refused: 0 };
}

/** Shares leads out to the owners in turn, across batches and lanes. */
function assigner(owners: readonly string[]): LeadChange {
  let turn = 0;
  return async (tx, work, ids) => {
    const { changed } = await writeBatch(
      tx,
      work,
      ids,
      assignedTo(ids.map(() => owners[turn++ % owners.length] ?? null)),
    );
    return { changed, unchanged: ids.length - changed, refused: 0 };
  };
}

async function suppressedFor(
  tx: TenantTransaction,
  action: StoredAction,
  ids: readonly string[],
): Promise<SuppressedLeads> {
  if (action.type === 'restore') return suppressedAmong(tx, ids);
  return action.type === 'markSold' ? unsaleableLeads(tx, ids, action.customerNumber) : new Map();
}

async function changeOf(
  tx: TenantTransaction,
  action: StoredAction,
  ids: readonly string[],
): Promise<BatchChange> {
  return action.type === 'markSold' ? saleTo(action, await keysOfLeads(tx, ids)) : sqlChangeOf(action);
}

/**
 * Refuses leads on a suppression list, without a required consent or sold to another customer, and leads of the trash whose identity is
 * taken.
 */
async function changeInSql(
  tx: TenantTransaction,
  work: OperationWork,
  ids: readonly string[],
): Promise<Counts> {
  const { action } = work;
  const onLists = await suppressedFor(tx, action, ids);
  const clean = onLists.size === 0 ? ids : ids.filter((id) => !onLists.has(id));
  const able =
    action.type === 'restore' ? await leadsWithFreeIdentities(tx, await trashedIdentities(tx, clean)) : clean;
  const without =
    action.type === 'markSold' ? await unsoldWithoutConsent(tx, able) : (new Set() as ReadonlySet<string>);
  const left = without.size === 0 ? able : able.filter((id) => !without.has(id));
  const { changed, refused } = await writeBatch(tx, work, left, await changeOf(tx, action, left));
  const turnedAway = ids.length - left.length + refused;
  return {
    ...{ changed, refused: turnedAway, unchanged: ids.length - changed - turnedAway },
    ...{ suppressed: onLists.size, lists: listsOfHits(onLists.values()), noConsent: without.size },
  };
}

/**
 * Anonymises or erases leads permanently, skipping leads restored since an earlier operation trashed them. Sold leads become anonymous in
 * both cases, which preserves totals and sales. Requires the database owner: the application role can't delete timelines.
 */
async function removePersons(
  tx: TenantTransaction,
  { action, selection }: OperationWork,
  ids: readonly string[],
): Promise<Counts> {
  const leads = await leadsToRemove(tx, ids, 'changedBy' in selection ? selection.changedBy : null);
  const isKept = (isSold: boolean) => isSold || action.type === 'anonymise';
  const kept = leads.flatMap(({ id, isSold }) => (isKept(isSold) ? [id] : []));
  const erased = leads.flatMap(({ id, isSold }) => (isKept(isSold) ? [] : [id]));
  await forgetPersonKeys(
    tx,
    leads.map(({ id }) => id),
  );
  if (kept.length > 0) {
    await deleteHistory(tx, kept);
    await anonymiseLeads(tx, kept);
  }
  if (erased.length > 0) {
    await countRemoved(tx, erased);
    await deleteBatch(tx, erased);
  }
  return { changed: leads.length, unchanged: ids.length - leads.length, refused: 0 };
}
