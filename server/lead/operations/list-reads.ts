import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ListRow, OperationWork, RowOutcome } from './operation.ts';

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

/** Returns those of the given keys that belong to rows already processed. */
export async function keysOfEarlierRows(
  tx: TenantTransaction,
  { id, rowCursor }: Pick<OperationWork, 'id' | 'rowCursor'>,
  keys: readonly string[],
): Promise<Set<string>> {
  if (rowCursor === 0 || keys.length === 0) return new Set();
  const rows = await tx.query<{ key: string }>(
    'SELECT key FROM operation_rows WHERE organization_id = $1 AND operation_id = $2 AND key = ANY($3::text[])',
    [tx.organizationId, id, keys],
  );
  return new Set(rows.map(({ key }) => key));
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

/** Returns rows that changed nothing. */
export function reportedRows(
  tx: TenantTransaction,
  id: string,
  after: number,
  limit: number,
): Promise<ReportedRow[]> {
  return tx.query<ReportedRow & { rowNumber: number }>(
    `SELECT row_number AS "rowNumber", identifier, value, outcome, message FROM operation_rows
     WHERE organization_id = $1 AND operation_id = $2 AND row_number > $3 AND outcome IS DISTINCT FROM 'changed'
     ORDER BY row_number LIMIT $4`,
    [tx.organizationId, id, after, limit],
  );
}

/** A lead outside the trash, as far as lists and fixes of phones need it. */
export interface TargetLead {
  id: string;
  email: string | null;
  phone: string | null;
  numberValid: boolean;
  country: string | null;
  isSold: boolean;
  customerNumber: string | null;
}

/** @param lock locks in the order of all operations */
export async function readTargetLeads(
  tx: TenantTransaction,
  ids: readonly string[],
  lock: 'FOR UPDATE' | '' = '',
): Promise<Map<string, TargetLead>> {
  const rows = await tx.query<TargetLead>(
    `SELECT id, email, phone, number_valid AS "numberValid", country, is_sold AS "isSold", customer_number AS "customerNumber"
     FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[]) ORDER BY id DESC ${lock}`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the leads outside the trash with these emails, by email. */
export async function idsOfEmails(
  tx: TenantTransaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; email: string }>(
    'SELECT id, email FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])',
    [tx.organizationId, emails],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Returns first and last name, which may be empty, and email of leads. */
export async function namesOfLeads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  const rows = await tx.query<{ id: string; name: string; email: string | null }>(
    `SELECT id, concat_ws(' ', first_name, last_name) AS name, email FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, ...lead }) => [id, lead]));
}
