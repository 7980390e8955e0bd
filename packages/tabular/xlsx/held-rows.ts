import type { Row } from '../source/types.ts';

/** Bounds memory and the wait for the first row. */
const HELD_CELLS = 20_000;

/** Rows of a small sheet, whose elements may come in any order, such as column by column. */
export class HeldRows {
  readonly rows: Row[] = [];
  #cells = 0;

  /** Returns false once the sheet isn't small. */
  add(rows: readonly Row[]): boolean {
    for (const row of rows) {
      this.rows.push(row);
      this.#cells += row.cells.length;
    }
    return this.#cells <= HELD_CELLS;
  }

  /** Joins rows with the same number. */
  inOrder(): Row[] {
    const { rows } = this;
    if (rows.every((row, index) => index === 0 || row.number > (rows[index - 1]?.number ?? 0))) return rows;
    const byNumber = new Map<number, string[]>();
    for (const { number, cells } of rows) {
      const joined = byNumber.get(number) ?? [];
      for (const [column, cell] of cells.entries()) joined[column] = cell || (joined[column] ?? '');
      byNumber.set(number, joined);
    }
    return [...byNumber].sort(([one], [other]) => one - other).map(([number, cells]) => ({ number, cells }));
  }
}
