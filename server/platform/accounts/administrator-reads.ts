import type { TenantTransaction } from '../db/scope.ts';

export async function administratorNames(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ username: string }>(
    'SELECT username FROM users WHERE organization_id = $1 AND is_admin ORDER BY id',
    [tx.organizationId],
  );
  return rows.map(({ username }) => username);
}
