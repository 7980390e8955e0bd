import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { editedSince, endedImportsOf, rowsLeftBy } from './mended-reads.ts';

/**
 * Returns the numbers of the rows of an upload, in file order, that no import of it has imported and that were edited
 * since the last one began. Imports that were undone don't count. Null when the upload was not imported yet or is gone.
 */
export async function mendedRows(tx: TenantTransaction, uploadId: string): Promise<number[] | null> {
  const imports = await endedImportsOf(tx, uploadId);
  if (imports === null || imports.length === 0) return null;
  const last = Math.max(...imports.map(({ startedAt }) => startedAt.getTime()));
  let rows = await editedSince(tx, uploadId, new Date(last));
  for (const { id, chosenRows } of imports) {
    if (rows.length === 0) return rows;
    const read = chosenRows === null ? null : new Set(chosenRows);
    const left = new Set(await rowsLeftBy(tx, id, rows));
    rows = rows.filter((row) => left.has(row) || read?.has(row) === false);
  }
  return rows;
}
