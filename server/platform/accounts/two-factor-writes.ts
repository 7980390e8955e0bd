import type { TenantTransaction } from '../db/scope.ts';

/** Where a user stands with the second factor. */
export interface FactorState {
  enabled: boolean;
  /** Sealed; there before it is enabled, from the setup on. */
  secret: Buffer | null;
}

/** The state of a user, whose row is locked until the transaction ends. */
export async function lockFactor(tx: TenantTransaction, userId: string): Promise<FactorState> {
  const [state] = await tx.query<FactorState & { enabled: boolean }>(
    `SELECT two_factor_enabled AS enabled, two_factor_secret AS secret FROM users
     WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, userId],
  );
  return state ?? { enabled: false, secret: null };
}

/** Keeps a sealed secret that counts once a code of it was given. */
export async function keepSecret(tx: TenantTransaction, userId: string, sealed: Buffer): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_secret = $3, two_factor_last_step = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId, sealed],
  );
}

/** Turns the second factor on; the step of the code that proved it is used up. */
export async function enableFactor(tx: TenantTransaction, userId: string, step: number): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_enabled = true, two_factor_last_step = $3
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId, step],
  );
}

/** Turns the second factor off and forgets its secret. */
export async function disableFactor(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_enabled = false, two_factor_secret = NULL, two_factor_last_step = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId],
  );
}
