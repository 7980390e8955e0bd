import type { TenantTransaction } from '../security/scope.ts';

/** What an account's password is checked against, in PHC form; null when the account is gone. */
export async function findPassword(tx: TenantTransaction, userId: string): Promise<string | null> {
  const [user] = await tx.query<{ password: string }>(
    'SELECT password FROM users WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, userId],
  );
  return user?.password ?? null;
}
