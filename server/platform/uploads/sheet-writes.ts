import type { TenantTransaction } from '../db/scope.ts';
import type { SheetContent } from './sheet-reads.ts';

/** Stores the content of a sheet. Two concurrent readings find the same content. */
export async function keepSheet(
  tx: TenantTransaction,
  uploadId: string,
  sheet: string,
  found: SheetContent,
): Promise<void> {
  await tx.query(
    `INSERT INTO upload_sheets (organization_id, upload_id, sheet, columns, preview, preview_numbers, total_rows)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [
      tx.organizationId,
      uploadId,
      sheet,
      JSON.stringify(found.columns),
      JSON.stringify(found.preview),
      JSON.stringify(found.previewNumbers),
      found.totalRows,
    ],
  );
}
