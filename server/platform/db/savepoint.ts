import type { TenantTransaction } from './scope.ts';
import { isUniqueViolation } from './transaction.ts';

/** Runs `work` so that the transaction can go on when it throws: what it wrote is taken back, the error passed on. */
export async function atSavepoint<T>(tx: TenantTransaction, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT call');
  try {
    const result = await work();
    await tx.query('RELEASE SAVEPOINT call');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT call');
    throw error;
  }
}

/**
 * Runs an INSERT that says nothing of conflicts, which costs a tenth less than one that does. Answers false, and the
 * transaction stands as before, when a unique index refused a row.
 */
export async function hasInserted(tx: TenantTransaction, insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await atSavepoint(tx, insert);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
