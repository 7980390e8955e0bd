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
    `INSERT INTO import_stored_rows (organization_id, import_id, first_row, last_row, rows, leads)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, importId, rows[0], rows.at(-1), rows, leads],
  );
}
