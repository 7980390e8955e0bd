import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { chosenFormat, type EditKey, editReading } from './edit-reading.ts';
import { type EndedImport, editedSince, endedImportsOf, fileOfImport, rowsLeftBy } from './mended-reads.ts';

/**
 * Returns the numbers of the rows of a file, in file order, that no import of it has imported and that were edited since
 * the last one began. Imports that were undone don't count, nor those of another sheet or that read the file another way.
 * Null when the file was not imported yet or is gone.
 */
export async function mendedRows(tx: TenantTransaction, key: EditKey): Promise<number[] | null> {
  const ended = await endedImportsOf(tx, key.uploadId);
  const imports = ended?.filter((one) => readingOfImport(one) === key.reading) ?? [];
  if (imports.length === 0) return null;
  const last = Math.max(...imports.map(({ startedAt }) => startedAt.getTime()));
  let rows = await editedSince(tx, key, new Date(last));
  for (const { id, chosenRows } of imports) {
    if (rows.length === 0) return rows;
    const read = chosenRows === null ? null : new Set(chosenRows);
    const left = new Set(await rowsLeftBy(tx, id, rows));
    rows = rows.filter((row) => left.has(row) || read?.has(row) === false);
  }
  return rows;
}

/** Counts the rows that another import of the file of an import would import now; null as `mendedRows`. */
export async function mendedSince(tx: TenantTransaction, importId: string): Promise<number | null> {
  const file = await fileOfImport(tx, importId);
  if (file === null) return null;
  const rows = await mendedRows(tx, { uploadId: file.uploadId, reading: readingOfImport(file) });
  return rows?.length ?? null;
}

function readingOfImport({ options, format }: Pick<EndedImport, 'options' | 'format'>): string {
  return editReading(chosenFormat(options, format));
}
