import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { EditKey } from './edit-reading.ts';
import { editedSince, endedImportsOf, fileOfImport, readingOfImport, rowsLeftBy } from './fixed-reads.ts';
import { countLeadsToUpdate } from './stored-row-writes.ts';

/**
 * Rows of a file, in order, that no import has imported and that were edited since the last one that read them began. Undone imports
 * don't count, nor those of another reading. Null when the file was not imported or is gone.
 */
export async function fixedRows(tx: TenantTransaction, key: EditKey): Promise<number[] | null> {
  const ended = await endedImportsOf(tx, key.uploadId);
  const imports = ended?.filter((one) => readingOfImport(one) === key.reading) ?? [];
  if (imports.length === 0) return null;
  const first = Math.min(...imports.map(({ startedAt }) => startedAt.getTime()));
  let rows = await editedSince(tx, key, new Date(first));
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

/** Edits in the file of an import since it began. */
interface EditedSinceImport {
  /** Null as `fixedRows`. */
  fixedSince: number | null;
  /** Leads that the edits of stored rows would update; null as `fixedRows`. */
  leadsToUpdate: number | null;
}

export async function editedSinceImport(tx: TenantTransaction, importId: string): Promise<EditedSinceImport> {
  const file = await fileOfImport(tx, importId);
  const key = file && { uploadId: file.uploadId, reading: readingOfImport(file) };
  const rows = key && (await fixedRows(tx, key));
  if (key === null || rows === null) return { fixedSince: null, leadsToUpdate: null };
  return { fixedSince: rows.length, leadsToUpdate: await countLeadsToUpdate(tx, key) };
}
