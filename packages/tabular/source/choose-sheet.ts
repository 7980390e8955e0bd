import { isBlankCell } from './cell-text.ts';
import { FileProblem } from './file-problem.ts';
import type { Row } from './types.ts';

/** Rows read to tell a table from a text. */
const READ_ROWS = 1_000;
/** Words of a cell that make a text. */
const PROSE_WORDS = 5;
/** Filled cells of a row, and such rows, that make a table; so do rows of one cell without prose. */
const TABLE_CELLS = 2;
const TABLE_ROWS = 2;
const ABOUT_THE_FILE =
  /^\W*(?:read ?me|info|about|cover|legend|instruction|guide|notes?\b|anleitung|hinweis|lies ?mich|leggimi|istruzioni|lisez|l[eé]eme|instruc|leia ?me|instrukcj|leesmij|beni ?oku)/i;

/**
 * Prefers `wanted`, then the first visible sheet with a table, one whose name says that it explains the file last, then a visible
 * non-empty sheet, then a visible one.
 * @throws FileProblem `unknown_sheet`, or `broken` without worksheets
 */
export async function selectSheetIndex(
  sheets: readonly { name: string; isHidden: boolean }[],
  wanted: string | undefined,
  rowsOf: (sheet: number) => AsyncIterable<Row[]>,
): Promise<number> {
  if (sheets.length === 0)
    throw new FileProblem('broken', 'The workbook has no worksheets. Choose another file.');
  if (wanted !== undefined) {
    const found = sheets.findIndex(({ name }) => name === wanted);
    if (found === -1) throw new FileProblem('unknown_sheet', `The workbook has no sheet named '${wanted}'.`);
    return found;
  }
  const visible = sheets.flatMap(({ isHidden }, index) => (isHidden ? [] : [index]));
  if (sheets.length === 1 || visible.length === 0) return 0;
  let best = { index: visible[0] ?? 0, rank: 0 };
  for (const index of visible) {
    const kind = await contentOf(rowsOf(index));
    const rank = kind === 'table' && !ABOUT_THE_FILE.test(sheets[index]?.name ?? '') ? 3 : RANKS[kind];
    if (rank > best.rank) best = { index, rank };
    if (rank === 3) break;
  }
  return best.index;
}

const RANKS = { nothing: 0, text: 1, table: 2 } as const;

async function contentOf(rows: AsyncIterable<Row[]>): Promise<keyof typeof RANKS> {
  let [read, wide, filledRows, isProse] = [0, 0, 0, false];
  for await (const batch of rows) {
    for (const { cells } of batch) {
      const filled = cells.filter((cell) => !isBlankCell(cell));
      if (filled.length > 0) filledRows++;
      if (filled.length >= TABLE_CELLS && ++wide === TABLE_ROWS) return 'table';
      isProse ||= filled.some((cell) => cell.trim().split(/\s+/).length >= PROSE_WORDS);
    }
    read += batch.length;
    if (read >= READ_ROWS && filledRows > 0) break;
  }
  if (filledRows === 0) return 'nothing';
  return filledRows >= TABLE_ROWS && !isProse ? 'table' : 'text';
}
