import type { TenantTransaction } from '../db/scope.ts';

export async function preferenceOf(tx: TenantTransaction, userId: string, key: string): Promise<unknown> {
  const [row] = await tx.query<{ value: unknown }>(
    'SELECT value FROM user_preferences WHERE organization_id = $1 AND user_id = $2 AND key = $3',
    [tx.organizationId, userId, key],
  );
  return row?.value ?? null;
}
