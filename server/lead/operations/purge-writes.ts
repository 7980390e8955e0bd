import type { TenantTransaction } from '../../platform/db/scope.ts';
import { deleteLeads } from '../store/store.ts';
import type { BulkCounts } from './operation.ts';

/** Permanently deletes leads of the trash, which this transaction has locked. */
export async function purgeBatch(tx: TenantTransaction, ids: readonly string[]): Promise<BulkCounts> {
  await deleteLeads(tx, ids);
  return { changed: ids.length, unchanged: 0, refused: 0 };
}
