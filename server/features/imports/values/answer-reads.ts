import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Returns what users chose for values of a target, by the key of the value; null: kept as it is. */
export async function answersOf(
  tx: TenantTransaction,
  target: string,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx.query<{ folded: string; answer: string | null }>(
    `SELECT folded, answer FROM import_answers
     WHERE organization_id = $1 AND target = $2 AND folded = ANY($3::text[])`,
    [tx.organizationId, target, keys],
  );
  return new Map(rows.map(({ folded, answer }) => [folded, answer]));
}
