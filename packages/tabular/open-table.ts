import { openRecords } from './open-records.ts';
import { scanTable } from './scan-table.ts';
import type { OpenOptions } from './source/record-source.ts';
import { dataBatches } from './source/table-rows.ts';
import type { ByteSource, Table } from './source/types.ts';

/** How a table is to be opened. */
export interface TableOptions extends OpenOptions {
  /** The columns that `inspect` found in this file. Without them the file is read once more to find them. */
  columns?: string[];
}

/**
 * Opens a CSV, XLSX or XLS file, told apart by content, for reading its rows. Throws FileProblem for everything that
 * is wrong with the file, here or while the batches are read.
 */
export async function openTable(source: ByteSource, options: TableOptions): Promise<Table> {
  const records = await openRecords(source, options);
  const columns = options.columns ?? (await scanTable(records)).columns;
  return { format: records.format, columns, batches: () => dataBatches(records, columns.length) };
}
