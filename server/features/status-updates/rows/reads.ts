import type { BulkOperation } from '#contract/bulk.ts';
import type {
  OutcomeCounts,
  RowOutcome,
  StatusUpdateAction,
  StatusUpdateRow,
  StatusUpdateWork,
} from '../../../lead/operations/status-update.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** SQL condition for operations that are status updates. */
const IS_STATUS_UPDATE = "action ->> 'type' IN ('updateHlr', 'markSoldList', 'updatePhones')";

/** Null when it has finished, doesn't exist, or is another kind of operation. */
export async function findUnfinishedStatusUpdate(
  tx: TenantTransaction,
  id: string,
): Promise<(StatusUpdateWork & { total: number }) | null> {
  const [row] = await tx.query<StatusUpdateWork & { total: number }>(
    `SELECT id, action, row_cursor AS cursor, outcomes, detail, total, created_by AS "createdBy",
       created_by_name AS "createdByName", ip_address AS "ipAddress", user_agent AS "userAgent"
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND ${IS_STATUS_UPDATE}`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Returns up to `limit` next rows of a status update, in order. */
export function nextRows(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  limit: number,
): Promise<StatusUpdateRow[]> {
  return tx.query<StatusUpdateRow>(
    `SELECT row_number AS "rowNumber", identifier, value, country FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 ORDER BY row_number LIMIT $4`,
    [tx.organizationId, work.id, work.cursor, limit],
  );
}

/** Returns those of the given keys that belong to rows already processed. */
export async function keysOfEarlierRows(
  tx: TenantTransaction,
  work: Pick<StatusUpdateWork, 'id' | 'cursor'>,
  keys: readonly string[],
): Promise<Set<string>> {
  if (work.cursor === 0 || keys.length === 0) return new Set();
  const rows = await tx.query<{ key: string }>(
    'SELECT key FROM operation_rows WHERE organization_id = $1 AND operation_id = $2 AND key = ANY($3::text[])',
    [tx.organizationId, work.id, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Final or current state of a status update. */
export interface StatusUpdateState {
  action: StatusUpdateAction;
  status: BulkOperation['status'];
  outcomes: OutcomeCounts;
}

export async function findStatusUpdateState(
  tx: TenantTransaction,
  id: string,
): Promise<StatusUpdateState | null> {
  const [row] = await tx.query<StatusUpdateState & { status: string }>(
    'SELECT action, status, outcomes FROM bulk_operations WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** A row of a status update's report. */
export interface UnchangedRow {
  rowNumber: number;
  identifier: string;
  value: string | null;
  /** Null for a row that was never processed. */
  outcome: RowOutcome | null;
  message: string | null;
}

export function unchangedRows(
  tx: TenantTransaction,
  id: string,
  after: number,
  limit: number,
): Promise<UnchangedRow[]> {
  return tx.query<UnchangedRow & { rowNumber: number }>(
    `SELECT row_number AS "rowNumber", identifier, value, outcome, message FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 AND outcome IS DISTINCT FROM 'changed'
     ORDER BY row_number LIMIT $4`,
    [tx.organizationId, id, after, limit],
  );
}
