import type { GridOutcome } from '#contract/import-mending.ts';

/** Numbers by which outcomes are stored. */
export const OUTCOME = {
  imported: 0,
  updated: 1,
  duplicateInFile: 2,
  duplicateInDatabase: 3,
  skipped: 4,
  error: 5,
  dropped: 6,
} as const satisfies Record<GridOutcome, number>;

const OUTCOME_NAMES = Object.keys(OUTCOME) as GridOutcome[];

/** Returns the outcome that is stored as this number. */
export function outcomeOf(number: number): GridOutcome {
  return OUTCOME_NAMES[number] ?? 'error';
}

/** Numbers by which the phone of the resulting lead is stored. */
export const PHONE = { none: 0, valid: 1, invalid: 2 } as const;

/** Whether and how a row takes part in the import, as it is stored. */
export interface GridRowState {
  row: number;
  /** Outcome regardless of the other rows of the file: `imported` unless the row can't be. */
  own: number;
  outcome: number;
  phone: number;
  warned: boolean;
  /** Hashes of the email and of the valid phone, as decimals. */
  emailHash: string | null;
  phoneHash: string | null;
  /** Cells with their edits, encoded by `encodeCells`. */
  cells: string;
  /** Problems that the row has, and those that it had before, by their positions in the grid's list. */
  tags: number[] | null;
  fixed: number[] | null;
}

/** Separates cells. It can't be typed, and is escaped where a file contains it. */
export const CELL_SEPARATOR = '\x1f';
const ESCAPE = '\x1a';

/** Encodes one cell, so that it contains no separator. */
export function encodeCell(cell: string): string {
  if (!cell.includes(CELL_SEPARATOR) && !cell.includes(ESCAPE)) return cell;
  return cell.replaceAll(ESCAPE, `${ESCAPE}0`).replaceAll(CELL_SEPARATOR, `${ESCAPE}1`);
}

/** Encodes the cells of a row as one text. */
export function encodeCells(cells: readonly string[]): string {
  const text = cells.join(CELL_SEPARATOR);
  const isPlain = !text.includes(ESCAPE) && !cells.some((cell) => cell.includes(CELL_SEPARATOR));
  return isPlain ? text : cells.map(encodeCell).join(CELL_SEPARATOR);
}

/** Decodes the cells of a row. */
export function decodeCells(text: string): string[] {
  const cells = text.split(CELL_SEPARATOR);
  if (!text.includes(ESCAPE)) return cells;
  return cells.map((cell) => cell.replaceAll(`${ESCAPE}1`, CELL_SEPARATOR).replaceAll(`${ESCAPE}0`, ESCAPE));
}
