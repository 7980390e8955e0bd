import { importPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { columnsKey, type RememberedPlan } from './saved-mapping.ts';

/** The plan that was last confirmed for columns of these names, or null. */
export async function findRememberedPlan(
  tx: TenantTransaction,
  columns: readonly string[],
): Promise<RememberedPlan | null> {
  const [row] = await tx.query<{ plan: unknown }>(
    'SELECT plan FROM import_plans WHERE organization_id = $1 AND columns_key = $2',
    [tx.organizationId, columnsKey(columns)],
  );
  // One that was kept by an earlier version may lack what a plan has to say today.
  return importPlan.omit({ manualTags: true }).safeParse(row?.plan).data ?? null;
}
