import type { TenantTransaction } from '../../platform/db/scope.ts';
import { deleteHistory, forgetPersonKeys } from '../persons/history-writes.ts';
import { deleteBatch } from '../store/store.ts';
import { anonymiseLeads, countRemoved, leadsToRemove } from './anonymous-lead-writes.ts';
import type { Counts, OperationWork } from './operation.ts';

/**
 * Anonymises or erases leads permanently, skipping leads restored since an earlier operation trashed them. Sold leads become anonymous in
 * both cases, which preserves totals and sales. Requires the database owner: the application role can't delete timelines.
 */
export async function removePersons(
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
