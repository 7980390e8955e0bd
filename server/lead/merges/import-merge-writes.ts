import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Remembers that an import ended whose new leads are to be merged with certain duplicates, if the organization wants that. */
export async function awaitMerge(tx: TenantTransaction, importId: string): Promise<void> {
  const [rule] = await tx.query('SELECT FROM duplicate_rules WHERE organization_id = $1 AND merge_certain', [
    tx.organizationId,
  ]);
  if (rule === undefined) return;
  await tx.query('INSERT INTO import_merges (organization_id, import_id) VALUES ($1, $2)', [
    tx.organizationId,
    importId,
  ]);
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
