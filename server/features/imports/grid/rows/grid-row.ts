import type { GridOutcome } from '#contract/import-fixing.ts';

export interface GridKey {
  uploadId: string;
  /** Number of the check. */
  generation: number;
}

/** Rows `r` of the grid that `$2` and `$3` name. */
export const GRID_ROWS = 'r.organization_id = $1 AND r.upload_id = $2 AND r.generation = $3';

/** Position of the first value of a further condition. */
export const FIRST_OF_CONDITION = 4;

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

/** Added to the outcome of a row dropped with others, which keeps its state for being taken back. A row dropped on its own is `dropped`. */
export const PUT_ASIDE = 16;

const OUTCOME_NAMES = Object.keys(OUTCOME) as GridOutcome[];

/** Returns the outcome that is stored as this number. */
export function rowOutcomeOf(number: number): GridOutcome {
  return OUTCOME_NAMES[number] ?? 'error';
}

export function isDroppedRow({ outcome }: Pick<GridRowState, 'outcome'>): boolean {
  return outcome === OUTCOME.dropped;
}

/** Numbers by which the phone of the resulting lead is stored. */
export const PHONE_STATE = { none: 0, valid: 1, invalid: 2 } as const;

export interface GridRowState {
  row: number;
  /** Regardless of other rows: `imported` unless it can't be. */
  own: number;
  outcome: number;
  phone: number;
  warned: boolean;
  /** Hashes of the email and of the valid phone, as decimals. */
  emailHash: string | null;
  phoneHash: string | null;
  /** Cells with their edits, encoded by `encodeCells`. */
  cells: string;
  /** Present and former problems, by position in the grid's list. */
  tags: number[] | null;
  fixed: number[] | null;
}

/** Can't be typed; escaped where a file contains it. */
const CELL_SEPARATOR = '\x1f';
const ESCAPE = '\x1a';

export const SEPARATOR_SQL = `E'\\x${CELL_SEPARATOR.charCodeAt(0).toString(16)}'`;

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

export function decodeCells(text: string): string[] {
  const cells = text.split(CELL_SEPARATOR);
  return text.includes(ESCAPE) ? cells.map(decodeCell) : cells;
}

function decodeCell(cell: string): string {
  if (!cell.includes(ESCAPE)) return cell;
  return cell.replaceAll(`${ESCAPE}1`, CELL_SEPARATOR).replaceAll(`${ESCAPE}0`, ESCAPE);
}

/** Without decoding the others; blank if there are fewer cells. */
export function decodeCellAt(text: string, place: number): string {
  const start = startOfCell(text, place);
  return start < 0 ? '' : decodeCell(text.slice(start, endOfCell(text, start)));
}

/** Returns encoded cells with another cell at a position. */
export function replaceCellAt(text: string, place: number, cell: string): string {
  const start = startOfCell(text, place);
  if (start >= 0) return text.slice(0, start) + encodeCell(cell) + text.slice(endOfCell(text, start));
  const cells = decodeCells(text);
  cells[place] = cell;
  return encodeCells(cells);
}

/** -1 if there are fewer cells. */
function startOfCell(text: string, place: number): number {
  let start = 0;
  for (let passed = 0; passed < place; passed++) {
    start = text.indexOf(CELL_SEPARATOR, start) + 1;
    if (start === 0) return -1;
  }
  return start;
}

function endOfCell(text: string, start: number): number {
  const end = text.indexOf(CELL_SEPARATOR, start);
  return end < 0 ? text.length : end;
}
