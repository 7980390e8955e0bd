import type { TenantTransaction } from '../db/scope.ts';
import type { StoredUpload } from './reads.ts';

/** Content of a workbook sheet. */
export type SheetContent = Pick<StoredUpload, 'columns' | 'preview' | 'previewNumbers' | 'totalRows'>;

/** Finds the stored content of a sheet, or null if no request has read it yet. */
export async function findSheet(
  tx: TenantTransaction,
  uploadId: string,
  sheet: string,
): Promise<SheetContent | null> {
  const [row] = await tx.query<SheetContent & { totalRows: number }>(
    `SELECT columns, preview, preview_numbers AS "previewNumbers", total_rows AS "totalRows" FROM upload_sheets
     WHERE organization_id = $1 AND upload_id = $2 AND sheet = $3`,
    [tx.organizationId, uploadId, sheet],
  );
  return row ?? null;
}
