import { openRecords } from './open-records.ts';
import { scanTable } from './scan-table.ts';
import type { OpenOptions } from './source/record-source.ts';
import { dataBatches } from './source/table-rows.ts';
import type { ByteSource, Table } from './source/types.ts';

/** Options for opening a table. */
export interface TableOptions extends OpenOptions {
  /** Columns that `inspect` found in this file. Without them, `openTable` reads the file once more. */
  columns?: string[];
}

/**
 * Opens a CSV, XLSX or XLS file, detected by content, to read its rows.
 * @throws FileProblem for any defect of the file, here or while reading batches
 */
export async function openTable(source: ByteSource, options: TableOptions): Promise<Table> {
  const records = await openRecords(source, options);
  const columns = options.columns ?? (await scanTable(records)).columns;
  return { format: records.format, columns, batches: () => dataBatches(records, columns.length) };
}
