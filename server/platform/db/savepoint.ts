import type { TenantTransaction } from './scope.ts';

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
