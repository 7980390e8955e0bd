import type { TenantTransaction } from './scope.ts';

/** @throws the error of `work`, after rolling it back */
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
