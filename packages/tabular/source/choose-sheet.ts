import { isBlankCell } from './cell-text.ts';
import { FileProblem } from './file-problem.ts';
import type { Row } from './types.ts';

/**
 * Prefers `wanted`, then a visible non-empty sheet, then a visible one.
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
  for (const index of visible) {
    if (await hasCells(rowsOf(index))) return index;
  }
  return visible[0] ?? 0;
}

async function hasCells(rows: AsyncIterable<Row[]>): Promise<boolean> {
  for await (const batch of rows) {
    if (batch.some(({ cells }) => cells.some((cell) => !isBlankCell(cell)))) return true;
  }
  return false;
}
