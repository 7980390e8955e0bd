import type { BulkOperation } from '#contract/bulk.ts';
import { targetLabel } from '#contract/lead-fields.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ListRow, OperationWork, OutcomeCounts, RowOutcome, StoredAction } from './operation.ts';

/** With the outcomes of a list's rows. */
export type FoundOperation = BulkOperation & { outcomes: OutcomeCounts };

interface Row
  extends Omit<FoundOperation, 'createdAt' | 'finishedAt' | 'action' | 'sale' | 'noConsent' | 'lists'> {
  action: StoredAction;
  customerName: string | null;
  noConsent: number;
  /** Names may repeat. */
  onLists: string[];
  createdAt: Date;
  finishedAt: Date | null;
}

const OPERATION_COLUMNS = `id, action, status, total, done, changed, unchanged, refused, suppressed,
  on_lists AS "onLists", no_consent AS "noConsent", undone_by IS NOT NULL AS undone,
  detail, outcomes, created_by_name AS "createdBy", created_at AS "createdAt", finished_at AS "finishedAt",
  (SELECT c.name FROM customers c WHERE c.organization_id = $1 AND c.number = action ->> 'customerNumber') AS "customerName"`;
/** An update of WhatsApp statuses is stored as one of HLR statuses. */
const KIND = "CASE WHEN action ->> 'hlrType' = 'whatsapp' THEN 'updateWhatsapp' ELSE action ->> 'type' END";
/** Number of operations that the list returns. */
const MAX_LATEST_OPERATIONS = 20;

export async function findBulk(tx: TenantTransaction, id: string): Promise<FoundOperation | null> {
  const [row] = await tx.query<Row>(
    `SELECT ${OPERATION_COLUMNS} FROM bulk_operations WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row === undefined ? null : toBulkOperation(row);
}

/** Returns the latest operations of these kinds, newest first. */
export async function findLatestBulk(
  tx: TenantTransaction,
  kinds: readonly BulkOperation['action'][],
): Promise<BulkOperation[]> {
  const rows = await tx.query<Row>(
    `SELECT ${OPERATION_COLUMNS} FROM bulk_operations WHERE organization_id = $1 AND ${KIND} = ANY($2::text[])
     ORDER BY id DESC LIMIT ${MAX_LATEST_OPERATIONS}`,
    [tx.organizationId, kinds],
  );
  return rows.map(toBulkOperation);
}

function toBulkOperation({ customerName, noConsent, onLists, ...row }: Row): FoundOperation {
  const sale = saleOf(row.action, customerName);
  return {
    ...row,
    ...(sale && { sale, noConsent }),
    ...(onLists.length > 0 && { lists: [...new Set(onLists)].sort() }),
    ...(row.action.type === 'suppress' && {
      ...{ added: row.changed, existing: row.unchanged, invalid: row.refused },
    }),
    action: kindOf(row.action),
    detail: detailOf(row),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function saleOf(action: StoredAction, customerName: string | null): BulkOperation['sale'] {
  if (action.type !== 'markSold' && action.type !== 'markSoldList') return undefined;
  const { customerNumber, price = null, currency = null } = action;
  return { customerNumber, customerName, price, currency };
}

function kindOf(action: StoredAction): BulkOperation['action'] {
  return action.type === 'updateHlr' && action.hlrType === 'whatsapp' ? 'updateWhatsapp' : action.type;
}

function detailOf({ action, detail }: Pick<Row, 'action' | 'detail'>): string | null {
  if (action.type === 'markSold' && action.order !== undefined) return action.order.name;
  return action.type === 'setField' ? setFieldDetail(action) : detail;
}

function setFieldDetail({ field, value }: Extract<StoredAction, { type: 'setField' }>): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return `${targetLabel(field)}: ${text === '' ? 'cleared' : text}`;
}

export async function findUnfinished(tx: TenantTransaction, id: string): Promise<OperationWork | null> {
  const [row] = await tx.query<Omit<OperationWork, 'lanes'> & { cursors: string[]; lows: string[] }>(
    `SELECT id, action, selection, total, done, cursors, lows, up_to AS "upTo", undoes, detail, row_cursor AS "rowCursor",
       outcomes, created_by AS "createdBy", created_by_name AS "createdByName", ip_address AS "ipAddress",
       user_agent AS "userAgent"
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 AND status = 'processing'`,
    [tx.organizationId, id],
  );
  if (row === undefined) return null;
  const { cursors, lows, ...work } = row;
  return { ...work, lanes: cursors.map((cursor, lane) => ({ cursor, low: lows[lane] ?? cursor })) };
}

/** The facts that decide whether an operation can be undone. */
export interface UndoableOperation {
  action: StoredAction;
  status: BulkOperation['status'];
  upTo: string;
  undone: boolean;
}

export async function lockBulk(tx: TenantTransaction, id: string): Promise<UndoableOperation | null> {
  const [row] = await tx.query<UndoableOperation>(
    `SELECT action, status, up_to AS "upTo", undone_by IS NOT NULL AS undone
     FROM bulk_operations WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Returns up to `limit` next rows of a list, in order. */
export function nextRows(
  tx: TenantTransaction,
  { id, rowCursor }: Pick<OperationWork, 'id' | 'rowCursor'>,
  limit: number,
): Promise<ListRow[]> {
  return tx.query<ListRow>(
    `SELECT row_number AS "rowNumber", identifier, value, country FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 ORDER BY row_number LIMIT $4`,
    [tx.organizationId, id, rowCursor, limit],
  );
}

/** Returns the row of each of the given keys that a row already processed has. */
export async function earlierRowsOf(
  tx: TenantTransaction,
  { id, rowCursor }: Pick<OperationWork, 'id' | 'rowCursor'>,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (rowCursor === 0 || keys.length === 0) return new Map();
  const rows = await tx.query<{ key: string; row: number }>(
    `SELECT key, min(row_number)::int AS row FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND key = ANY($3::text[]) GROUP BY key`,
    [tx.organizationId, id, keys],
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** A lead that an order didn't take. */
export interface RefusedLead {
  leadId: string;
  /** An `OrderRefusal`. */
  reason: string;
}

/** Returns the leads that the order of a sale refused. */
export function refusedLeads(tx: TenantTransaction, id: string): Promise<RefusedLead[]> {
  return tx.query<RefusedLead & Record<string, unknown>>(
    `SELECT lead_id AS "leadId", key AS reason FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND outcome = 'refused' ORDER BY row_number`,
    [tx.organizationId, id],
  );
}

/** A row of an operation's report. */
export interface ReportedRow {
  rowNumber: number;
  identifier: string;
  value: string | null;
  /** Null for a row that was never processed. */
  outcome: RowOutcome | null;
  message: string | null;
}

/** Returns rows with an outcome, null for rows that weren't processed, behind row `after`. */
export function reportedRows(
  tx: TenantTransaction,
  id: string,
  outcome: RowOutcome | null,
  after: number,
  limit: number,
): Promise<ReportedRow[]> {
  return tx.query<ReportedRow & { rowNumber: number }>(
    `SELECT row_number AS "rowNumber", identifier, value, outcome, message FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3
       AND outcome IS NOT DISTINCT FROM $4
     ORDER BY row_number LIMIT $5`,
    [tx.organizationId, id, after, outcome, limit],
  );
}
