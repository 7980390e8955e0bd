import { type ImportPlan, importPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { columnsKey, type SavedMapping } from './saved-mapping.ts';

/** Returns the plan last confirmed for columns with these names, or null. */
export async function findSavedMapping(
  tx: TenantTransaction,
  columns: readonly string[],
): Promise<SavedMapping | null> {
  const [row] = await tx.query<{ plan: unknown }>(
    'SELECT plan FROM import_plans WHERE organization_id = $1 AND columns_key = $2',
    [tx.organizationId, columnsKey(columns)],
  );
  return importPlan.omit({ manualTags: true, importMode: true }).safeParse(row?.plan).data ?? null;
}

/** A plan that no user confirmed doesn't replace an existing one. */
export async function saveMapping(
  tx: TenantTransaction,
  columns: readonly string[],
  { manualTags: _tags, importMode: _mode, ...plan }: ImportPlan,
  isConfirmed: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO import_plans AS p (organization_id, columns_key, plan) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, columns_key) DO UPDATE SET plan = excluded.plan, confirmed_at = excluded.confirmed_at
     WHERE $4::boolean`,
    [tx.organizationId, columnsKey(columns), JSON.stringify(plan), isConfirmed],
  );
}
