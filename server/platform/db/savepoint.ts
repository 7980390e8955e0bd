import type { TenantTransaction } from './scope.ts';

/**
 * Rolls back only `work` if it throws.
 * @throws the error of `work`
 */
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
