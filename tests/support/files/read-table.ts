import type { ByteSource, FileFormat, Row } from '#packages/tabular/tabular.ts';
import { bytesSource, openTable, type TableOptions } from '#packages/tabular/tabular.ts';

/** A table read to its end. */
export interface WholeTable {
  format: FileFormat;
  columns: string[];
  rows: Row[];
  /** The cells of the rows alone. */
  cells: string[][];
}

/** Opens a file and reads all its rows. */
export async function readTable(
  file: Uint8Array | ByteSource,
  options: Partial<TableOptions> = {},
): Promise<WholeTable> {
  const source = file instanceof Uint8Array ? bytesSource(file) : file;
  const table = await openTable(source, { filename: 'leads.csv', ...options });
  const rows: Row[] = [];
  for await (const batch of table.batches()) rows.push(...batch);
  return { format: table.format, columns: table.columns, rows, cells: rows.map(({ cells }) => cells) };
}
