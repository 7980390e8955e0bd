import { isBlankCell } from '../source/cell-text.ts';
import type { Row } from '../source/types.ts';

type CellKind = 'blank' | 'email' | 'phone' | 'date' | 'number' | 'link' | 'text';

/** For trimmed cells, in linear time. */
const KINDS: readonly (readonly [CellKind, RegExp])[] = [
  ['blank', /^$/],
  ['email', /^(?:mailto:)?[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}$/i],
  ['date', /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ][\d:.]+Z?)?$/],
  ['link', /^(?:https?:\/\/|www\.)\S+$/i],
  ['number', /^[-+]?[\d.,' ]{1,6}[%€$£]?$/],
  ['phone', /^(?:p:|tel:)?[+(]?\d(?:[\s()./-]*\d){6,14}$/i],
  ['number', /^[-+]?(?=\D*\d)[\d.,' \u00a0]+$/],
];

/** Longer cells are text. */
const SHORT_CHARACTERS = 200;

function cellKind(cell: string): CellKind {
  const text = cell.trim();
  if (text.length > SHORT_CHARACTERS) return 'text';
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** Filled rows searched for the header. */
const HEADER_SEARCH_ROWS = 20;

const NAME_CHARACTERS = 100;

export type KnowsColumnName = (text: string) => boolean;

/** Bound the time for very wide rows. */
const EXAMINED_CELLS = 100;
const LOOKED_UP_CELLS = 30;

interface ExaminedRow {
  number: number;
  cells: string[];
  kinds: CellKind[];
  /** Non-blank cells. */
  filled: number;
  /** Counts usual column names. */
  known: () => number;
}

/** Kinds that never name a column. */
const DATA: ReadonlySet<CellKind> = new Set<CellKind>(['email', 'phone', 'date']);

/**
 * Returns the row that names the columns, 0 if the first row is data. Narrow rows above a wide row of names are
 * titles; an email, phone or date above more of the same is data.
 */
export function detectHeaderRow(rows: readonly Row[], knows: KnowsColumnName = () => false): number {
  const examined = rows.slice(0, HEADER_SEARCH_ROWS + 5).map((row) => examine(row, knows));
  const [first] = examined;
  if (first === undefined) return 0;
  const header = examined.slice(0, HEADER_SEARCH_ROWS).findIndex((_, index) => isBelowTitle(examined, index));
  if (header > 0) return examined[header]?.number ?? first.number;
  return isData(first, examined.slice(1)) ? 0 : first.number;
}

function examine({ number, cells }: Row, knows: KnowsColumnName): ExaminedRow {
  const first = cells.slice(0, EXAMINED_CELLS);
  const kinds = first.map(cellKind);
  let known: number | undefined;
  const countKnown = (): number =>
    first
      .slice(0, LOOKED_UP_CELLS)
      .filter((cell, index) => kinds[index] === 'text' && isShort(cell) && knows(cell)).length;
  return {
    number,
    cells: first,
    kinds,
    filled: cells.filter((cell) => !isBlankCell(cell)).length,
    known: () => (known ??= countKnown()),
  };
}

/** Rows above must be narrow enough for titles. */
function isBelowTitle(rows: readonly ExaminedRow[], index: number): boolean {
  const row = rows[index];
  if (row === undefined || index === 0 || !looksLikeNames(row)) return false;
  const [above, below] = [rows.slice(0, index), rows.slice(index + 1)];
  if (!above.every(({ filled }) => filled * 2 <= row.filled)) return false;
  if (below.some(({ filled }) => filled > row.filled + 1)) return false;
  const known = row.known();
  if (!above.every((title) => title.known() * 2 <= known)) return false;
  return known >= 2 || (known === 1 && row.filled <= 3) || differsFrom(row, below);
}

/** At least two cells, all distinct texts. */
function looksLikeNames({ cells, kinds, filled }: ExaminedRow): boolean {
  const names = cells.filter((_, index) => kinds[index] !== 'blank').map((cell) => cell.trim().toLowerCase());
  const areTexts = kinds.every((kind) => kind === 'blank' || kind === 'text');
  return filled >= 2 && areTexts && new Set(names).size === names.length && cells.every(isShort);
}

function isShort(cell: string): boolean {
  return cell.length <= NAME_CHARACTERS;
}

/** Some column has text here and data of one kind below. */
function differsFrom({ kinds, filled }: ExaminedRow, below: readonly ExaminedRow[]): boolean {
  const wide = below.filter((row) => row.filled * 2 >= filled);
  if (wide.length < 2) return false;
  return kinds.some((kind, column) => {
    if (kind !== 'text') return false;
    const data = wide.map((row) => row.kinds[column] ?? 'blank').filter((one) => one !== 'blank');
    return data.length * 2 >= wide.length && data.every((one) => one !== 'text');
  });
}

/** Most rows below hold the same kind of data. */
function isData(first: ExaminedRow, below: readonly ExaminedRow[]): boolean {
  const columns = first.kinds.flatMap((kind, column) => (DATA.has(kind) ? [column] : []));
  const repeated = columns.filter((column) => {
    const kinds = below.map((row) => row.kinds[column] ?? 'blank').filter((kind) => kind !== 'blank');
    const same = kinds.filter((kind) => kind === first.kinds[column]);
    return kinds.length === 0 ? first.kinds[column] === 'email' : same.length * 2 > kinds.length;
  });
  return repeated.length > 0 && first.known() <= repeated.length;
}
