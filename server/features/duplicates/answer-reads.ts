import type { PairAnswer } from '#packages/linkage/linkage.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Returns the pairs about which people decided: dismissed, or merged one by one and not undone. */
export async function readAnswers(tx: TenantTransaction): Promise<PairAnswer[]> {
  const read = (table: 'dismissed_duplicates' | 'lead_merges') =>
    tx.query<{ bits: number }>(`SELECT bits FROM ${table} WHERE organization_id = $1 AND bits IS NOT NULL`, [
      tx.organizationId,
    ]);
  const [different, same] = [await read('dismissed_duplicates'), await read('lead_merges')];
  return [
    ...different.map(({ bits }) => ({ bits, isSame: false })),
    ...same.map(({ bits }) => ({ bits, isSame: true })),
  ];
}
