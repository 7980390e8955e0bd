import type { TenantTransaction } from '../../platform/db/scope.ts';

export async function requireAuth(tx: TenantTransaction, userId: string, required: boolean): Promise<void> {
  await tx.query('UPDATE users SET require_export_auth = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    userId,
    required,
  ]);
}
