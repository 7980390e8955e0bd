import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import type { EditKey } from '../record/edit-reading.ts';

/** Rows read at once. */
const PAGE_ROWS = 2_000;

/** By column; none if all edits were taken back. */
export interface StoredEdit {
  row: number;
  cells: Record<string, string>;
  originals: Record<string, string>;
  dropped: boolean;
}

/** In file order. Holds no connection between two pages. */
export async function* storedEdits(
  scope: OrganizationScope,
  { uploadId, reading }: EditKey,
): AsyncGenerator<StoredEdit> {
  for (let after = 0; ; ) {
    const page = await scope.transaction((tx) =>
      tx.query<StoredEdit>(
        `SELECT row_number AS row, cells, originals, dropped FROM import_edits
         WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND row_number > $4
         ORDER BY row_number LIMIT $5`,
        [tx.organizationId, uploadId, reading, after, PAGE_ROWS],
      ),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = last.row;
  }
}

/** Returns the edits of these rows of a file, by row. */
export async function editsOfRows(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
  numbers: readonly number[],
): Promise<Map<number, StoredEdit>> {
  const edits = await tx.query<StoredEdit>(
    `SELECT row_number AS row, cells, originals, dropped FROM import_edits
     WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND row_number = ANY($4::int[])`,
    [tx.organizationId, uploadId, reading, numbers],
  );
  return new Map(edits.map((edit) => [edit.row, edit]));
}
