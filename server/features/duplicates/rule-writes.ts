import type { TenantTransaction } from '../../platform/db/scope.ts';

export async function writeMergesCertain(tx: TenantTransaction, merges: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO duplicate_rules (organization_id, merge_certain) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET merge_certain = excluded.merge_certain`,
    [tx.organizationId, merges],
  );
}
