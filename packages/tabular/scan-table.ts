import { nameColumns } from './source/columns.ts';
import { FileProblem } from './source/file-problem.ts';
import type { RecordSource } from './source/record-source.ts';
import { filledRows } from './source/table-rows.ts';
import type { Row } from './source/types.ts';

const PREVIEW_ROWS = 100;

/** Maximum characters of a previewed cell, so that the response to an upload stays small. */
const PREVIEW_CHARACTERS = 1_000;

/** Result of one pass over a file. */
export interface TableScan {
  columns: string[];
  /** The first data rows, at most 100 and unpadded. Cells over 1,000 characters are cut and end in `…`. */
  preview: Row[];
  /** Number of data rows, not counting blank ones. */
  totalRows: number;
}

/**
 * Reads the whole file once. A row with more filled cells than the header adds a `Column N` column, so that
 * no cell is lost.
 * @throws FileProblem for any defect of the file, `empty` when the file has no header
 */
export async function scanTable(source: RecordSource): Promise<TableScan> {
  let header: string[] | null = null;
  let width = 0;
  let totalRows = 0;
  const preview: Row[] = [];
  for await (const rows of filledRows(source)) {
    for (const row of rows) {
      width = Math.max(width, row.cells.length);
      if (header === null) {
        header = row.cells;
        continue;
      }
      totalRows += 1;
      if (preview.length < PREVIEW_ROWS) preview.push({ number: row.number, cells: row.cells.map(shorten) });
    }
  }
  if (header === null) throw empty(source);
  return { columns: nameColumns(header, width), preview, totalRows };
}

function empty({ format }: RecordSource): FileProblem {
  const message =
    format.sheet === null ? 'The file is empty.' : `The sheet '${format.sheet}' of the workbook is empty.`;
  return new FileProblem('empty', message);
}

function shorten(cell: string): string {
  return cell.length <= PREVIEW_CHARACTERS ? cell : `${cell.slice(0, PREVIEW_CHARACTERS).toWellFormed()}…`;
}
