import { isBlankCell } from '../source/cell-text.ts';
import type { Row } from '../source/types.ts';
import { areImportIds, isRowOfNames, type KnowsColumnName } from './header-row.ts';
import { isSubHeader } from './sub-header.ts';

/** Rows searched below the header for the same names in other words. */
const ROWS_BELOW = 3;

/** Recognizes rows below the header that name the columns again. Expects all rows below, in order. */
export class HeaderRepeats {
  /** Repeats so far that differ from the header. */
  inOtherWords = 0;
  readonly #header: readonly string[];
  readonly #knows: KnowsColumnName;
  readonly #isNamed: boolean;
  #left = ROWS_BELOW;

  constructor(header: readonly string[], knows: KnowsColumnName = () => false) {
    this.#header = header;
    this.#knows = knows;
    this.#isNamed = isRowOfNames(header, knows);
  }

  isRepeat(cells: readonly string[]): boolean {
    if (this.#isNamed && isSameRow(cells, this.#header)) return true;
    if (this.#left === 0) return false;
    const isRepeat =
      areImportIds(cells) ||
      isSubHeader(this.#header, cells, this.#knows) ||
      (this.#isNamed && this.#isInOtherWords(cells));
    this.#left = isRepeat ? this.#left - 1 : 0;
    if (isRepeat) this.inOtherWords += 1;
    return isRepeat;
  }

  /** `header`: the row with its `repeats`. */
  total({ repeats = 0 }: Row): number {
    return this.inOtherWords + (this.#isNamed ? repeats : 0);
  }

  #isInOtherWords(cells: readonly string[]): boolean {
    if (isRowOfNames(cells, this.#knows)) return true;
    const same = cells.filter((cell, column) => {
      const name = letters(cell);
      return name !== '' && name === letters(this.#header[column] ?? '');
    });
    return same.length >= 2 && same.length * 3 >= this.#header.filter((cell) => !isBlankCell(cell)).length;
  }
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function isSameRow(cells: readonly string[], other: readonly string[]): boolean {
  if (cells.length !== other.length) return false;
  for (let at = 0; at < cells.length; at += 1) if (cells[at] !== other[at]) return false;
  return true;
}

/** Counts for each of the first rows how often it comes again. */
export class RepeatCounts {
  readonly #byFirstCell = new Map<string, Row[]>();

  /** `isFirst`: `row` may be the header, and gets its `repeats`. */
  add(row: Row, isFirst: boolean): void {
    const alike = this.#byFirstCell.get(row.cells[0] ?? '');
    if (alike !== undefined) {
      for (const one of alike) {
        if (isSameRow(row.cells, one.cells)) one.repeats = (one.repeats ?? 0) + 1;
      }
    }
    if (!isFirst || row.cells.length < 2) return;
    this.#byFirstCell.set(row.cells[0] ?? '', [...(alike ?? []), row]);
  }
}
