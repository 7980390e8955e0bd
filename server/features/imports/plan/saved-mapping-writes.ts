import type { ImportPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { columnsKey } from './saved-mapping.ts';

/**
 * Remembers the plan of an import that begins, for columns of these names. Where no user looked at it, as in the
 * Multi-File Import, it does not take the place of another.
 */
export async function rememberPlan(
  tx: TenantTransaction,
  columns: readonly string[],
  { manualTags: _chosenForEachFile, ...plan }: ImportPlan,
  isConfirmed: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO import_plans AS p (organization_id, columns_key, plan) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, columns_key) DO UPDATE SET plan = excluded.plan, confirmed_at = now()
     WHERE $4::boolean`,
    [tx.organizationId, columnsKey(columns), JSON.stringify(plan), isConfirmed],
  );
}
