import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Rows that became leads, in file order, and the lead of each. */
export interface StoredRows {
  rows: readonly number[];
  leads: readonly string[];
}

/** Records which leads the rows of a batch became. */
export async function writeStoredRows(
  tx: TenantTransaction,
  importId: string,
  { rows, leads }: StoredRows,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO import_stored_rows (organization_id, import_id, upload_id, first_row, last_row, rows, leads)
     SELECT i.organization_id, i.id, u.id, $3, $4, $5, $6
     FROM imports i JOIN uploads u ON u.organization_id = $1 AND u.id = i.upload_id
     WHERE i.organization_id = $1 AND i.id = $2`,
    [tx.organizationId, importId, rows[0], rows.at(-1), rows, leads],
  );
}
