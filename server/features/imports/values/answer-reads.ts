import { MAPPED_VALUE_MAX, MAPPED_VALUES_MAX, type ValueMaps } from '#contract/import-value-maps.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** By key of the value; null: kept as it is. */
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

/** By target, without values kept as they are. */
export async function newestAnswers(
  tx: TenantTransaction,
  targets: readonly string[],
): Promise<Map<string, ValueMaps[string]>> {
  const rows = await tx.query<{ target: string; folded: string; answer: string }>(
    `SELECT target, folded, answer FROM (
       SELECT target, folded, answer, row_number() OVER (PARTITION BY target ORDER BY answered_at DESC, folded) AS n
       FROM import_answers
       WHERE organization_id = $1 AND target = ANY($2) AND answer IS NOT NULL AND length(folded) <= $3
     ) newest WHERE n <= $4`,
    [tx.organizationId, targets, MAPPED_VALUE_MAX, MAPPED_VALUES_MAX],
  );
  const byTarget = Map.groupBy(rows, ({ target }) => target);
  return new Map(
    [...byTarget].map(([target, answers]) => [
      target,
      Object.fromEntries(answers.map(({ folded, answer }) => [folded, answer])),
    ]),
  );
}
