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
  /** Counts different usual column names. */
  known: () => number;
}

const NAMES: ReadonlySet<CellKind> = new Set<CellKind>(['blank', 'text', 'number']);
/** Usual names that make a header if one cell of `MANY_SHARE` is such a name. */
const MANY_NAMES = 3;
const MANY_SHARE = 4;
/** Groups of columns and facts of a report take fewer rows. */
const WIDE_ROWS_ABOVE = 4;
/** Forms label single values so. */
const LABEL = /:\s*$/;

const CONTACT: ReadonlySet<CellKind> = new Set<CellKind>(['email', 'phone']);
/** Kinds that never name a column. */
const DATA: ReadonlySet<CellKind> = new Set<CellKind>(['email', 'phone', 'date']);

/**
 * Returns the row that names the columns, 0 if the first row is data. Rows above the row with most usual names
 * are titles or groups of columns, as are narrow rows above a wide row of names; an email, phone or date above
 * more of the same is data.
 */
export function detectHeaderRow(rows: readonly Row[], knows: KnowsColumnName = () => false): number {
  const examined = rows.slice(0, HEADER_SEARCH_ROWS + 5).map((row) => examine(row, knows));
  const [first] = examined;
  if (first === undefined) return 0;
  const searched = examined.slice(0, HEADER_SEARCH_ROWS);
  const importIds = searched.findIndex(({ cells }) => areImportIds(cells));
  if (importIds > 0) return examined[importIds - 1]?.number ?? first.number;
  const named = mostNames(examined);
  const header = named > 0 ? named : searched.findIndex((_, index) => isBelowTitle(examined, index));
  if (header > 0) return examined[header]?.number ?? first.number;
  return isData(first, examined.slice(1)) ? 0 : first.number;
}

/** Qualtrics writes these below the names. */
export function areImportIds(cells: readonly string[]): boolean {
  return cells[0]?.startsWith('{"ImportId":') === true;
}

/** Returns the index of the first row with most usual names, -1 without such a row. */
function mostNames(rows: readonly ExaminedRow[]): number {
  let best = -1;
  let most = 0;
  for (const [index, row] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const wide = rows.slice(0, index).filter(({ filled }) => filled * 2 > row.filled);
    if (wide.length > WIDE_ROWS_ABOVE || wide.some((above) => isContact(above, rows))) continue;
    const known = knownNames(row);
    if (known <= most) continue;
    most = known;
    best = areEnough(row) ? index : -1;
  }
  return best;
}

export function isRowOfNames(cells: readonly string[], knows: KnowsColumnName): boolean {
  const row = examine({ number: 0, cells: [...cells] }, knows);
  return knownNames(row) > 0 && areEnough(row);
}

export function hasOnlyNames(cells: readonly string[]): boolean {
  return cells.slice(0, EXAMINED_CELLS).every((cell) => NAMES.has(cellKind(cell)));
}

function knownNames(row: ExaminedRow): number {
  return row.kinds.every((kind) => NAMES.has(kind)) ? row.known() : 0;
}

function areEnough({ known: count, filled }: ExaminedRow): boolean {
  const known = count();
  const isMany = known >= MANY_NAMES && known * MANY_SHARE >= Math.min(filled, LOOKED_UP_CELLS);
  return isMany || (known >= 2 && known * 2 >= filled);
}

/** The row has an email or phone where other rows have one. */
function isContact(row: ExaminedRow, rows: readonly ExaminedRow[]): boolean {
  return row.kinds.some(
    (kind, column) =>
      CONTACT.has(kind) && rows.some((other) => other !== row && other.kinds[column] === kind),
  );
}

function examine({ number, cells }: Row, knows: KnowsColumnName): ExaminedRow {
  const first = cells.slice(0, EXAMINED_CELLS);
  const kinds = first.map(cellKind);
  let known: number | undefined;
  const countKnown = (): number => {
    const texts = first
      .slice(0, LOOKED_UP_CELLS)
      .filter((cell, index) => kinds[index] === 'text' && isShort(cell));
    const areLabels = texts.some((text) => LABEL.test(text)) && !texts.every((text) => LABEL.test(text));
    const names = areLabels ? texts.filter((text) => !LABEL.test(text)) : texts;
    const distinct = new Map(names.map((name) => [name.trim().toLowerCase(), name]));
    return [...distinct.values()].filter(knows).length;
  };
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
