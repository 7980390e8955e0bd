import type { TenantTransaction } from '../db/scope.ts';
import type { StoredUpload } from './reads.ts';

/** What a sheet of a workbook holds. */
export type SheetContent = Pick<StoredUpload, 'columns' | 'preview' | 'previewNumbers' | 'totalRows'>;

/** What is known of a sheet of an upload, or null when it was not read yet. */
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
