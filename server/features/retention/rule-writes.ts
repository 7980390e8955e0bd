import type { RetentionRule } from '#contract/retention.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

const COLUMNS = `id, name, conditions AS "where", json_build_object('days', after_days, 'of', after_of) AS after, action,
  grace_days AS "graceDays"`;

export function loadRules(tx: TenantTransaction): Promise<RetentionRule[]> {
  return tx.query<RetentionRule & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM retention_rules WHERE organization_id = $1 ORDER BY position`,
    [tx.organizationId],
  );
}

/** Admits one change of an organization's rules at a time. */
export async function lockRules(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `retention-rules:${tx.organizationId}`,
  ]);
}

/** Replaces all rules. */
export async function writeRules(
  tx: TenantTransaction,
  rules: readonly RetentionRule[],
  savedBy: string,
): Promise<void> {
  await tx.query('DELETE FROM retention_rules WHERE organization_id = $1', [tx.organizationId]);
  for (const [position, { id, name, where, after, action, graceDays }] of rules.entries()) {
    await tx.query(
      `INSERT INTO retention_rules
         (organization_id, id, position, name, conditions, after_days, after_of, action, grace_days, saved_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[tx.organizationId, id, position, name, JSON.stringify(where)],
        ...[after.days, after.of, action, graceDays, savedBy],
      ],
    );
  }
}
