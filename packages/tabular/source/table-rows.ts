import { isBlank, stripGuard } from './cell-text.ts';
import { COLUMN_LIMIT, tooManyColumns } from './columns.ts';
import { FileProblem } from './file-problem.ts';
import type { RecordSource } from './record-source.ts';
import type { Row } from './types.ts';

/**
 * A batch is closed by whichever of these it reaches first: few enough rows that most of them are gone when memory is
 * collected, and some milliseconds of work between two looks at what the database answered; the latter two bound memory.
 */
export const SLICE_ROWS = 250;
const SLICE_CELLS = 250_000;
const SLICE_CHARACTERS = 2 * 1024 * 1024;

/** The rows of a file that are not blank, the header first: guards stripped, blank cells at the end cut off. */
export async function* filledRows(source: RecordSource): AsyncGenerator<Row[]> {
  for await (const rows of source.records()) {
    const filled = rows.filter(trimRow);
    if (filled.length > 0) yield filled;
  }
}

/** Strips guards and cuts blank cells off the end, in place. Answers whether anything is left. */
function trimRow({ cells }: Row): boolean {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1] ?? '')) width -= 1;
  if (width > COLUMN_LIMIT) throw tooManyColumns();
  cells.length = width;
  for (let index = 0; index < width; index += 1) {
    const cell = cells[index] ?? '';
    if (cell.charCodeAt(0) === 39) cells[index] = stripGuard(cell);
  }
  return width > 0;
}

/**
 * The data rows, each made `width` cells long, in batches of at most 250. Throws FileProblem `broken` for a row that
 * is longer: the columns were then not found by reading this file.
 */
export async function* dataBatches(source: RecordSource, width: number): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  let header = true;
  for await (const rows of filledRows(source)) {
    for (const row of rows) {
      if (header) {
        header = false;
        continue;
      }
      characters += pad(row, width);
      batch.push(row);
      const large = batch.length * width >= SLICE_CELLS || characters >= SLICE_CHARACTERS;
      if (batch.length < SLICE_ROWS && !large) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Answers the characters in the row. */
function pad({ number, cells }: Row, width: number): number {
  if (cells.length > width) {
    throw new FileProblem('broken', `Row ${number} of the file has more cells than the file has columns.`);
  }
  let characters = 0;
  for (const cell of cells) characters += cell.length;
  while (cells.length < width) cells.push('');
  return characters;
}
