import { RepeatCounts } from './header/header-repeats.ts';
import { FileProblem } from './source/file-problem.ts';
import type { RecordSource } from './source/record-source.ts';
import { filledRows } from './source/table-rows.ts';
import type { FileFormat, Row } from './source/types.ts';

/** Data rows of a preview. */
export const TABLE_PREVIEW_ROWS = 100;
/** Filled rows that can be the header. */
export const FIRST_ROWS = 25;
/** Limits the size of the response. */
const PREVIEW_CHARACTERS = 1_000;
const FEWER_CHARACTERS = 50;
const MANY_CHARACTERS = 4_000_000;
/** Beyond this, only the first 25 rows are kept. */
const MANY_CELLS = 250_000;

export interface TableScan {
  format: FileFormat;
  /** At most 125 filled rows. Cells are cut to 1,000 characters and `…`; to 50 after 4 million. */
  rows: Row[];
  filledRows: number;
  restWidth: number;
}

/** @throws FileProblem for any defect of the file, `empty` without a filled row */
export async function scanTable(source: RecordSource): Promise<TableScan> {
  const rows: Row[] = [];
  const repeats = new RepeatCounts();
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
        const first = { number: row.number, cells: kept };
        rows.push(first);
        repeats.add(first, count < FIRST_ROWS);
        cells += kept.length;
        for (const cell of kept) characters += cell.length;
      } else repeats.add(row, false);
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
