import { stripGuard } from '../write/guarded-text.ts';
import { isBlankCell } from './cell-text.ts';
import { COLUMN_LIMIT, checkTableSize, tooManyColumns } from './columns.ts';
import { FileProblem } from './file-problem.ts';
import type { RecordSource } from './record-source.ts';
import type { Row } from './types.ts';

/**
 * The first limit reached closes a batch. Small batches die before the next garbage collection; the other
 * limits bound memory.
 */
export const TABLE_BATCH_ROWS = 250;
const TABLE_BATCH_CELLS = 250_000;
const TABLE_BATCH_CHARACTERS = 2 * 1024 * 1024;

/**
 * Yields non-blank rows including titles and header, without guards.
 * @throws FileProblem `too_many_columns` over COLUMN_LIMIT, or as `checkTableSize` does
 */
export async function* filledRows(source: RecordSource): AsyncGenerator<Row[]> {
  let count = 0;
  let widest = 0;
  for await (const rows of source.records()) {
    const filled = rows.filter((row) => {
      const width = trimRow(row);
      if (width > widest) widest = width;
      return width > 0;
    });
    count += filled.length;
    checkTableSize(count, widest);
    if (filled.length > 0) yield filled;
  }
}

/** Returns the cells left. */
function trimRow({ cells }: Row): number {
  let width = cells.length;
  while (width > 0 && isBlankCell(cells[width - 1] ?? '')) width -= 1;
  if (width > COLUMN_LIMIT) throw tooManyColumns();
  cells.length = width;
  for (let index = 0; index < width; index += 1) {
    cells[index] = stripGuard(cells[index] ?? '');
  }
  return width;
}

export interface HeaderOfRows {
  /** 0 for none. */
  headerRow: number;
  /** Recognizes rows that repeat the header. */
  repeatsOf: (header: readonly string[]) => (cells: readonly string[]) => boolean;
}

/**
 * Yields padded data rows in batches of at most 250.
 * @throws FileProblem `broken` for a longer row: the columns come from another file
 */
export async function* dataBatches(
  source: RecordSource,
  width: number,
  { headerRow, repeatsOf }: HeaderOfRows,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  let isAboveData = headerRow > 0;
  let isRepeat: ReturnType<HeaderOfRows['repeatsOf']> | null = null;
  for await (const rows of filledRows(source)) {
    for (const row of rows) {
      if (isAboveData) {
        isAboveData = row.number < headerRow;
        if (!isAboveData) isRepeat = repeatsOf(row.cells);
        continue;
      }
      if (isRepeat?.(row.cells)) continue;
      characters += pad(row, width);
      batch.push(row);
      const large = batch.length * width >= TABLE_BATCH_CELLS || characters >= TABLE_BATCH_CHARACTERS;
      if (batch.length < TABLE_BATCH_ROWS && !large) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Returns the row's number of characters. */
function pad({ number, cells }: Row, width: number): number {
  if (cells.length > width) {
    throw new FileProblem('broken', `Row ${number} of the file has more cells than the file has columns.`);
  }
  let characters = 0;
  for (const cell of cells) characters += cell.length;
  while (cells.length < width) cells.push('');
  return characters;
}
