import type pg from 'pg';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Runs are shown for this long. */
const RUNS_KEPT = '400 days';

/** Creates the run of each rule for the night of `at`, unless it has one or an earlier one still takes leads. */
export async function createRuns(owner: pg.Pool, at = new Date()): Promise<void> {
  await owner.query('DELETE FROM retention_runs WHERE finished_at < now() - $1::interval', [RUNS_KEPT]);
  const { rows } = await owner.query<{ organizationId: string; id: string }>(
    `SELECT r.organization_id AS "organizationId", r.id
     FROM retention_rules r JOIN organizations o ON o.id = r.organization_id AND o.deleted_at IS NULL
     ORDER BY r.organization_id, r.position`,
  );
  for (const { organizationId, id } of rows) {
    await owner.query(
      `INSERT INTO retention_runs (organization_id, id, rule_id, day, name, conditions, after_days, after_of, action, grace_days,
         started_by, started_at)
       SELECT organization_id, $3, id, ($4::timestamptz AT TIME ZONE 'UTC')::date, name, conditions, after_days, after_of, action, grace_days,
         saved_by, $4
       FROM retention_rules r
       WHERE organization_id = $1 AND id = $2 AND NOT EXISTS (
         SELECT FROM retention_runs o
         WHERE o.organization_id = $1 AND o.rule_id = r.id AND o.status IN ('waiting', 'running')
       )
       ON CONFLICT (organization_id, rule_id, day) DO NOTHING`,
      [organizationId, id, newId(), at],
    );
  }
}

interface RunChange {
  status: 'running' | 'ending';
  operationId: string;
}

/** Records the operation that takes the leads, or the one that ends the grace period. */
export async function beginStep(
  tx: TenantTransaction,
  id: string,
  { status, operationId }: RunChange,
): Promise<void> {
  await tx.query(
    `UPDATE retention_runs SET status = $3,
       operation_id = CASE WHEN $3 = 'running' THEN $4::uuid ELSE operation_id END,
       end_operation_id = CASE WHEN $3 = 'ending' THEN $4::uuid END
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, status, operationId],
  );
}

/** The grace period begins once all leads are in the bin. */
export async function beginGrace(tx: TenantTransaction, id: string, days: number): Promise<void> {
  await tx.query(
    `UPDATE retention_runs SET status = 'grace', grace_ends_at = now() + make_interval(days => $3)
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, days],
  );
}

export async function endRun(
  tx: TenantTransaction,
  id: string,
  status: 'completed' | 'undone' | 'failed',
  failure: string | null = null,
): Promise<void> {
  await tx.query(
    `UPDATE retention_runs SET status = $3, failure = $4, finished_at = now() WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, status, failure],
  );
}

/** Removes earlier runs of the rule that found no leads. */
export async function forgetEmptyRuns(tx: TenantTransaction, ruleId: string, latest: string): Promise<void> {
  await tx.query(
    `DELETE FROM retention_runs r USING bulk_operations o
     WHERE r.organization_id = $1 AND r.rule_id = $2 AND r.id < $3 AND r.status = 'completed'
       AND o.organization_id = $1 AND o.id = r.operation_id AND o.changed = 0`,
    [tx.organizationId, ruleId, latest],
  );
}

/** Removes reported rows of leads that are anonymous or gone. */
export async function forgetReportedRows(tx: TenantTransaction, anonymousPhone: string): Promise<void> {
  await tx.query(
    `DELETE FROM operation_rows r
     WHERE r.organization_id = $1 AND r.lead_id IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM leads l WHERE l.organization_id = $1 AND l.id = r.lead_id
           AND NOT (l.email IS NULL AND l.phone = $2)
       )
       AND NOT EXISTS (
         SELECT FROM bulk_operations o
         WHERE o.organization_id = $1 AND o.id = r.operation_id AND o.status = 'processing'
       )`,
    [tx.organizationId, anonymousPhone],
  );
}
