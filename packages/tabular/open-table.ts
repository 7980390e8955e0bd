import { HeaderRepeats } from './header/header-repeats.ts';
import type { KnowsColumnName } from './header/header-row.ts';
import { inspectScan } from './inspect.ts';
import { openRecords } from './open-records.ts';
import { scanTable } from './scan-table.ts';
import type { OpenOptions, RecordSource } from './source/record-source.ts';
import { dataBatches } from './source/table-rows.ts';
import type { ByteSource, Table } from './source/types.ts';

export interface TableOptions extends OpenOptions {
  /** From `inspect`; otherwise the file is read once more. */
  columns?: string[];
  /** 0 for none. Default: the first filled row with `columns`, else detected. */
  headerRow?: number | null;
  /** As for `inspect`; without it, repeats of the header are rows. */
  knowsColumnName?: KnowsColumnName;
}

/**
 * Opens a CSV, XLSX or XLS file.
 * @throws FileProblem for any defect of the file, also while reading batches
 */
export async function openTable(source: ByteSource, options: TableOptions): Promise<Table> {
  const records = await openRecords(source, options);
  if (options.columns !== undefined) {
    return tableOf(records, options.columns, options.headerRow ?? 1, options.knowsColumnName);
  }
  const { columns, format } = inspectScan(await scanTable(records), options);
  return tableOf(records, columns, format.headerRow, options.knowsColumnName);
}

function tableOf(
  records: RecordSource,
  columns: string[],
  headerRow: number,
  knows: KnowsColumnName | undefined,
): Table {
  const repeatsOf = (names: readonly string[]) => {
    const repeats = new HeaderRepeats(names, knows);
    return (cells: readonly string[]) => repeats.isRepeat(cells);
  };
  return {
    format: records.format,
    columns,
    batches: () => dataBatches(records, columns.length, { headerRow, repeatsOf }),
  };
}
