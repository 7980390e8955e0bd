import { importPlan } from '#contract/imports.ts';
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
