import { violatedConstraint } from '../../platform/db/citus/cluster.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/errors.ts';
import { holderOf } from './reads.ts';

/** Unique violation: another lead owns this email or phone. Look it up after the rollback. */
export class IdentityTaken extends Error {
  readonly field: 'email' | 'phone';
  readonly value: string;

  constructor(field: 'email' | 'phone', value: string) {
    super(`${field} taken`);
    this.field = field;
    this.value = value;
  }
}

/**
 * Runs a statement that writes a lead.
 * @throws IdentityTaken naming the field if a unique index rejects it
 */
export async function takenIdentity<T>(
  lead: { email: string | null; phone: string | null },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const constraint = violatedConstraint(error);
    if (constraint === 'leads_email') throw new IdentityTaken('email', lead.email ?? '');
    if (constraint === 'leads_phone') throw new IdentityTaken('phone', lead.phone ?? '');
    throw error;
  }
}

/**
 * Runs `work`, which writes leads, in a transaction.
 * @throws HttpError conflict with existingLeadId if another lead outside the trash has the email or valid
 * phone
 */
export async function withIdentities<T>(
  scope: OrganizationScope,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await scope.transaction(work);
  } catch (error) {
    if (!(error instanceof IdentityTaken)) throw error;
    const { field, value } = error;
    const existingLeadId = await scope.transaction((tx) => holderOf(tx, { field, value }));
    const what = field === 'email' ? 'email' : 'phone';
    throw new HttpError('conflict', `Another lead already has this ${what}: ${value}`, {
      field,
      ...(existingLeadId !== null && { existingLeadId }),
    });
  }
}
