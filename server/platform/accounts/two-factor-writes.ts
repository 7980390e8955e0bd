import type { TenantTransaction } from '../db/scope.ts';

export interface FactorState {
  enabled: boolean;
  /** Encrypted; set before `enabled`. */
  secret: Buffer | null;
}

export async function lockFactor(tx: TenantTransaction, userId: string): Promise<FactorState> {
  const [state] = await tx.query<FactorState>(
    `SELECT two_factor_enabled AS enabled, two_factor_secret AS secret FROM users
     WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, userId],
  );
  return state ?? { enabled: false, secret: null };
}

/** Takes effect once a code is entered. */
export async function keepSecret(tx: TenantTransaction, userId: string, sealed: Buffer): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_secret = $3, two_factor_last_step = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId, sealed],
  );
}

/** `step`: the confirming code's time step, now used up. */
export async function enableFactor(tx: TenantTransaction, userId: string, step: number): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_enabled = true, two_factor_last_step = $3
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId, step],
  );
}

export async function disableFactor(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE users SET two_factor_enabled = false, two_factor_secret = NULL, two_factor_last_step = NULL
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId],
  );
}
