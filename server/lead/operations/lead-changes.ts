import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { deleteLeads } from '../store/store.ts';
import { writeBatch } from './batch-writes.ts';
import { assignedTo, sqlChangeOf } from './bulk-writes.ts';
import { fixerOfPhones } from './fix-phones.ts';
import { leadsWithFreeIdentities } from './identities.ts';
import type { Counts, OperationWork, StoredAction } from './operation.ts';
import { trashedIdentities } from './selection-reads.ts';
import { setField } from './set-field.ts';
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
      return (tx, work, ids) => undoBatch(tx, work, action.of, ids);
    case 'setField':
      return (tx, work, ids) => setField(tx, work, action, ids);
    case 'fixPhones':
      return fixerOfPhones(scope);
    case 'assign':
      return assigner(action.owners);
    case 'purge':
      return purge;
    default:
      return changeInSql;
  }
}

async function purge(tx: TenantTransaction, _work: OperationWork, ids: readonly string[]): Promise<Counts> {
  await deleteLeads(tx, ids);
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

/** Refuses leads sold to another customer, and leads of the trash whose identity is taken. */
async function changeInSql(
  tx: TenantTransaction,
  work: OperationWork,
  ids: readonly string[],
): Promise<Counts> {
  const { action } = work;
  const able =
    action.type === 'restore' ? await leadsWithFreeIdentities(tx, await trashedIdentities(tx, ids)) : ids;
  const { changed, refused } = await writeBatch(tx, work, able, sqlChangeOf(action));
  const turnedAway = ids.length - able.length + refused;
  return { changed, refused: turnedAway, unchanged: ids.length - changed - turnedAway };
}
