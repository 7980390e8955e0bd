import type pg from 'pg';
import type { RetentionAction, RetentionRule, RetentionRun } from '#contract/retention.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Days that a rule leaves a restored lead alone, if it waits for fewer. */
const SPARED_DAYS_LEAST = 30;
const SHOWN_RUNS = 100;

/**
 * Returns the rule's recent operations: a lead that one of them took and that is back is left alone for as long as the rule waits, at least 30
 * days.
 */
export async function operationsToSpare(
  tx: TenantTransaction,
  { id, after }: Pick<RetentionRule, 'id' | 'after'>,
  at: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT r.operation_id AS id FROM retention_runs r
     JOIN bulk_operations o ON o.organization_id = $1 AND o.id = r.operation_id
     WHERE r.organization_id = $1 AND r.rule_id = $2 AND r.started_at > $3::timestamptz - make_interval(days => $4)
       AND o.changed > 0`,
    [tx.organizationId, id, at, Math.max(after.days, SPARED_DAYS_LEAST)],
  );
  return rows.map((row) => row.id);
}

/** A run with work to do. */
export interface OpenRun {
  id: string;
  ruleId: string;
  name: string;
  where: unknown[];
  after: RetentionRule['after'];
  action: RetentionAction;
  graceDays: number;
  startedBy: string;
  startedAt: Date;
  status: RetentionRun['status'];
  operationId: string | null;
  endOperationId: string | null;
}

/** Locks a run that has not ended. */
export async function lockRun(tx: TenantTransaction, id: string): Promise<OpenRun | null> {
  const [run] = await tx.query<OpenRun & Record<string, unknown>>(
    `SELECT id, rule_id AS "ruleId", name, conditions AS "where",
       json_build_object('days', after_days, 'of', after_of) AS after, action, grace_days AS "graceDays",
       started_by AS "startedBy", started_at AS "startedAt", status, operation_id AS "operationId",
       end_operation_id AS "endOperationId"
     FROM retention_runs
     WHERE organization_id = $1 AND id = $2 AND status IN ('waiting', 'running', 'grace', 'ending') FOR UPDATE`,
    [tx.organizationId, id],
  );
  return run ?? null;
}

/** Returns the oldest run with work to do of each organization. */
export async function dueRuns(owner: pg.Pool): Promise<{ organizationId: string; id: string }[]> {
  const { rows } = await owner.query<{ organizationId: string; id: string }>(
    `SELECT DISTINCT ON (r.organization_id) r.organization_id AS "organizationId", r.id
     FROM retention_runs r JOIN organizations o ON o.id = r.organization_id AND o.deleted_at IS NULL
     WHERE r.status IN ('waiting', 'running', 'ending') OR r.status = 'grace' AND r.grace_ends_at <= now()
     ORDER BY r.organization_id, r.id`,
  );
  return rows;
}

interface ShownRun extends Omit<RetentionRun, 'startedAt' | 'graceEndsAt' | 'finishedAt'> {
  startedAt: Date;
  graceEndsAt: Date | null;
  finishedAt: Date | null;
}

/** The last 100, newest first. */
export async function shownRuns(tx: TenantTransaction): Promise<RetentionRun[]> {
  const rows = await tx.query<ShownRun & Record<string, unknown>>(
    `SELECT r.id, r.rule_id AS "ruleId", r.name, r.action, r.started_at AS "startedAt", r.grace_ends_at AS "graceEndsAt",
       r.finished_at AS "finishedAt", r.failure, coalesce(o.changed, 0) AS leads,
       CASE WHEN o.undone_by IS NULL THEN r.status ELSE 'undone' END AS status,
       CASE WHEN r.end_operation_id IS NOT NULL THEN coalesce(e.changed, 0) WHEN r.status = 'completed' THEN o.changed ELSE 0 END
         AS final,
       r.status = 'grace' AND r.grace_ends_at > now() AND o.undone_by IS NULL AS "canUndo"
     FROM retention_runs r
     LEFT JOIN bulk_operations o ON o.organization_id = $1 AND o.id = r.operation_id
     LEFT JOIN bulk_operations e ON e.organization_id = $1 AND e.id = r.end_operation_id
     WHERE r.organization_id = $1 ORDER BY r.id DESC LIMIT ${SHOWN_RUNS}`,
    [tx.organizationId],
  );
  return rows.map(({ startedAt, graceEndsAt, finishedAt, ...run }) => ({
    ...run,
    startedAt: startedAt.toISOString(),
    graceEndsAt: graceEndsAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

/** Locks a run that can still be undone; null if there is no such run. */
export async function lockUndoableRun(
  tx: TenantTransaction,
  id: string,
): Promise<{ operationId: string; canUndo: boolean } | null> {
  const [run] = await tx.query<{ operationId: string; canUndo: boolean }>(
    `SELECT operation_id AS "operationId", status = 'grace' AND grace_ends_at > now() AS "canUndo"
     FROM retention_runs WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return run ?? null;
}
