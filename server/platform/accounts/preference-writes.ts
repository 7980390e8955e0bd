import type { TenantTransaction } from '../db/scope.ts';

export async function keepPreference(
  tx: TenantTransaction,
  userId: string,
  key: string,
  value: object,
): Promise<void> {
  await tx.query(
    `INSERT INTO user_preferences (organization_id, user_id, key, value) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id, key) DO UPDATE SET value = excluded.value`,
    [tx.organizationId, userId, key, JSON.stringify(value)],
  );
}

export async function preferenceOf(tx: TenantTransaction, userId: string, key: string): Promise<unknown> {
  const [row] = await tx.query<{ value: unknown }>(
    'SELECT value FROM user_preferences WHERE organization_id = $1 AND user_id = $2 AND key = $3',
    [tx.organizationId, userId, key],
  );
  return row?.value ?? null;
}
