import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Keeps that two leads are two people; `a` is the smaller id, `bits` the evidence of the last scan. */
export async function dismissPair(
  tx: TenantTransaction,
  a: string,
  b: string,
  { userId, bits }: { userId: string; bits: number | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO dismissed_duplicates (organization_id, a, b, dismissed_by, bits) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [tx.organizationId, a, b, userId, bits],
  );
}
