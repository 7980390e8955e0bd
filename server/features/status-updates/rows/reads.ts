import type { BulkOperation } from '#contract/bulk.ts';
import type {
  ListAction,
  ListRow,
  ListWork,
  OutcomeCounts,
  RowOutcome,
} from '../../../lead/operations/status-update.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** SQL condition for operations that are status updates. */
const IS_LIST = "action ->> 'type' IN ('updateHlr', 'markSoldList', 'updatePhones')";

/**
 * Returns the remaining work of a status update, or null when it has finished, doesn't exist, or is another kind of
 * operation.
 */
export async function findUnfinishedList(
  tx: TenantTransaction,
  id: string,
): Promise<(ListWork & { total: number }) | null> {
  const [row] = await tx.query<ListWork & { total: number }>(
    `SELECT id, action, row_cursor AS cursor, outcomes, detail, total, created_by AS "createdBy",
       created_by_name AS "createdByName", ip_address AS "ipAddress", user_agent AS "userAgent"
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND ${IS_LIST}`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Returns up to `limit` next rows of a status update, in order. */
export function nextRows(tx: TenantTransaction, work: ListWork, limit: number): Promise<ListRow[]> {
  return tx.query<ListRow>(
    `SELECT row_number AS "rowNumber", identifier, value, country FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 ORDER BY row_number LIMIT $4`,
    [tx.organizationId, work.id, work.cursor, limit],
  );
}

/** Returns those of the given keys that belong to rows already processed. */
export async function keysOfEarlierRows(
  tx: TenantTransaction,
  work: Pick<ListWork, 'id' | 'cursor'>,
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
export interface ListState {
  action: ListAction;
  status: BulkOperation['status'];
  outcomes: OutcomeCounts;
}

/** Returns the state of a status update, or null when the organization has none with this id. */
export async function findListState(tx: TenantTransaction, id: string): Promise<ListState | null> {
  const [row] = await tx.query<ListState & { status: string }>(
    'SELECT action, status, outcomes FROM bulk_operations WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** A row of a status update's report. */
export interface ReportRow {
  rowNumber: number;
  identifier: string;
  value: string | null;
  /** Null for a row that was never processed. */
  outcome: RowOutcome | null;
  message: string | null;
}

/** Returns up to `limit` rows of an operation that changed nothing, after the row `after`. */
export function unchangedRows(
  tx: TenantTransaction,
  id: string,
  after: number,
  limit: number,
): Promise<ReportRow[]> {
  return tx.query<ReportRow & { rowNumber: number }>(
    `SELECT row_number AS "rowNumber", identifier, value, outcome, message FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 AND outcome IS DISTINCT FROM 'changed'
     ORDER BY row_number LIMIT $4`,
    [tx.organizationId, id, after, limit],
  );
}
