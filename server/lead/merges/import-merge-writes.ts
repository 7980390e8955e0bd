import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Remembers that an import ended whose new leads are to be merged with certain duplicates, if the organization wants that. */
export async function awaitMerge(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO import_merges (organization_id, import_id)
     SELECT r.organization_id, $2 FROM duplicate_rules r WHERE r.organization_id = $1 AND r.merge_certain`),
    [tx.organizationId, importId],
  );
}

/** Gives up a merge that hasn't started. */
export async function dropAwaitedMerge(tx: TenantTransaction, importId: string): Promise<void> {
  await tx.query(
    'DELETE FROM import_merges WHERE organization_id = $1 AND import_id = $2 AND operation_id IS NULL',
    [tx.organizationId, importId],
  );
}

export async function keepStartedMerge(
  tx: TenantTransaction,
  importId: string,
  operationId: string,
): Promise<void> {
  await tx.query('UPDATE import_merges SET operation_id = $3 WHERE organization_id = $1 AND import_id = $2', [
    tx.organizationId,
    importId,
    operationId,
  ]);
}
