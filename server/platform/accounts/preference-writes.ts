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
