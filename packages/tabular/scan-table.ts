import { FileProblem } from './source/file-problem.ts';
import type { RecordSource } from './source/record-source.ts';
import { filledRows } from './source/table-rows.ts';
import type { FileFormat, Row } from './source/types.ts';

/** Data rows that a preview shows. */
export const TABLE_PREVIEW_ROWS = 100;
/** Filled rows at the start of a file, of which one can be the header. */
export const FIRST_ROWS = 25;
/** Maximum characters of a kept cell, so that the response to an upload stays small. */
const PREVIEW_CHARACTERS = 1_000;
/** The same once the kept rows have MANY_CHARACTERS. */
const FEWER_CHARACTERS = 50;
const MANY_CHARACTERS = 4_000_000;
/** Cells after which no row is kept but the first 25. */
const MANY_CELLS = 250_000;

/** Result of one pass over a file, no matter which row is its header. */
export interface TableScan {
  format: FileFormat;
  /**
   * The first filled rows, at most 125 and unpadded; fewer of a very wide table. Cells over 1,000 characters are cut and
   * end in `…`; over 50 once the rows have 4 million.
   */
  rows: Row[];
  /** Number of filled rows. */
  filledRows: number;
  /** Cells of the widest filled row after the first 25. */
  restWidth: number;
}

/**
 * Reads the whole file once.
 * @throws FileProblem for any defect of the file, `empty` when it has no filled row
 */
export async function scanTable(source: RecordSource): Promise<TableScan> {
  const rows: Row[] = [];
  let cells = 0;
  let characters = 0;
  let count = 0;
  let restWidth = 0;
  for await (const batch of filledRows(source)) {
    for (const row of batch) {
      if (count >= FIRST_ROWS && row.cells.length > restWidth) restWidth = row.cells.length;
      if (count < FIRST_ROWS || (count < FIRST_ROWS + TABLE_PREVIEW_ROWS && cells < MANY_CELLS)) {
        const most = characters < MANY_CHARACTERS ? PREVIEW_CHARACTERS : FEWER_CHARACTERS;
        const kept = row.cells.map((cell) => shorten(cell, most));
        rows.push({ number: row.number, cells: kept });
        cells += kept.length;
        for (const cell of kept) characters += cell.length;
      }
      count += 1;
    }
  }
  if (count === 0) throw empty(source);
  return { format: source.format, rows, filledRows: count, restWidth };
}

function empty({ format }: RecordSource): FileProblem {
  const message =
    format.sheet === null
      ? 'The file is empty. Choose another file.'
      : `The sheet '${format.sheet}' of the workbook is empty.`;
  return new FileProblem('empty', message);
}

function shorten(cell: string, most: number): string {
  return cell.length <= most ? cell : `${cell.slice(0, most).toWellFormed()}…`;
}
