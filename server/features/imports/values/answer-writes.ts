import {
  hasFewValues,
  MAPPED_VALUE_MAX,
  MAPPED_VALUES_MAX,
  type ValueMaps,
} from '#contract/import-value-maps.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { valueKey } from '../rows/apply-value-maps.ts';

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

interface Answer {
  target: string;
  folded: string;
  answer: string | null;
}

/** For the next files whose columns feed the same fields, and waiting ones. */
export async function saveAnswers(
  tx: TenantTransaction,
  plan: Pick<ImportPlan, 'fieldMapping' | 'valueMaps'>,
  customFields: readonly { name: string; type: string }[],
): Promise<void> {
  const answers = answersIn(plan, customFields);
  if (answers.length === 0) return;
  await tx.query(
    `INSERT INTO import_answers AS a (organization_id, target, folded, answer)
     SELECT $1, n.* FROM unnest($2::text[], $3::text[], $4::text[]) AS n (target, folded, answer)
     ORDER BY n.target, n.folded
     ON CONFLICT (organization_id, target, folded) DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at
     WHERE a.answer IS DISTINCT FROM excluded.answer`,
    [
      tx.organizationId,
      answers.map(({ target }) => target),
      answers.map(({ folded }) => folded),
      answers.map(({ answer }) => answer),
    ],
  );
  await advanceQueues(tx);
}

async function advanceQueues(tx: TenantTransaction): Promise<void> {
  const waiting = await tx.query<{ userId: string }>(
    `SELECT DISTINCT created_by AS "userId" FROM import_queue
     WHERE organization_id = $1 AND state = 'mapping' AND open_values <> '[]'`,
    [tx.organizationId],
  );
  // The job queue may be on another server than the organization's tables.
  for (const { userId } of waiting) {
    await tx.query("SELECT enqueue_job('advance_import_queue', $1)", [userId]);
  }
}

/** Returns the answers of a plan, one for each target and value. */
function answersIn(
  { fieldMapping, valueMaps }: Pick<ImportPlan, 'fieldMapping' | 'valueMaps'>,
  customFields: readonly { name: string; type: string }[],
): Answer[] {
  const answers = new Map<string, Answer>();
  for (const [column, map] of Object.entries(valueMaps)) {
    const target = Object.hasOwn(fieldMapping, column) ? fieldMapping[column] : undefined;
    if (target === undefined || !hasFewValues(target, customFields)) continue;
    for (const [value, answer] of Object.entries(map)) {
      const folded = valueKey(value);
      if (folded !== '') answers.set(JSON.stringify([target, folded]), { target, folded, answer });
    }
  }
  return [...answers.values()];
}
