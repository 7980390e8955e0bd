import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { editedSince, endedImportsOf, rowsLeftBy } from './mended-reads.ts';

/**
 * Returns the numbers of the rows of an upload, in file order, that no import of it has imported and that were edited
 * since the last one that read them began. Imports that were undone don't count. Null when the upload was not imported
 * yet or is gone.
 */
export async function mendedRows(tx: TenantTransaction, uploadId: string): Promise<number[] | null> {
  const imports = await endedImportsOf(tx, uploadId);
  if (imports === null || imports.length === 0) return null;
  const first = Math.min(...imports.map(({ startedAt }) => startedAt.getTime()));
  let rows = await editedSince(tx, uploadId, new Date(first));
  for (const { id, chosenRows, startedAt } of imports) {
    if (rows.length === 0) break;
    const read = chosenRows === null ? null : new Set(chosenRows);
    const numbers = rows.map(({ row }) => row);
    const left = new Set(await rowsLeftBy(tx, id, numbers));
    rows = rows.filter(
      ({ row, editedAt }) => read?.has(row) === false || (left.has(row) && editedAt > startedAt),
    );
  }
  return rows.map(({ row }) => row);
}
