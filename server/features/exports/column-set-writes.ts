import type { ColumnSet } from '#contract/column-sets.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** By name. */
export function findColumnSets(tx: TenantTransaction): Promise<ColumnSet[]> {
  return tx.query<ColumnSet>(
    'SELECT id, name, columns FROM column_sets WHERE organization_id = $1 ORDER BY lower(name), id',
    [tx.organizationId],
  );
}

/** @throws a unique violation if the name is taken */
export async function insertColumnSet(
  tx: TenantTransaction,
  { name, columns }: Omit<ColumnSet, 'id'>,
): Promise<ColumnSet> {
  const id = newId();
  await tx.query('INSERT INTO column_sets (organization_id, id, name, columns) VALUES ($1, $2, $3, $4)', [
    ...[tx.organizationId, id, name, columns],
  ]);
  return { id, name, columns };
}

/**
 * Changes what is given; null for an unknown set.
 * @throws a unique violation if the name is taken
 */
export async function changeColumnSet(
  tx: TenantTransaction,
  id: string,
  { name, columns }: Partial<{ [K in 'name' | 'columns']: ColumnSet[K] | undefined }>,
): Promise<ColumnSet | null> {
  const [row] = await tx.query<ColumnSet>(
    `UPDATE column_sets SET name = coalesce($3, name), columns = coalesce($4, columns)
     WHERE organization_id = $1 AND id = $2 RETURNING id, name, columns`,
    [tx.organizationId, id, name ?? null, columns ?? null],
  );
  return row ?? null;
}

/** Customers with the set get all columns. Returns false for an unknown set. */
export async function removeColumnSet(tx: TenantTransaction, id: string): Promise<boolean> {
  const values = [tx.organizationId, id];
  await tx.query(
    'UPDATE customers SET column_set_id = NULL WHERE organization_id = $1 AND column_set_id = $2',
    values,
  );
  const removed = await tx.query(
    'DELETE FROM column_sets WHERE organization_id = $1 AND id = $2 RETURNING id',
    values,
  );
  return removed.length > 0;
}
