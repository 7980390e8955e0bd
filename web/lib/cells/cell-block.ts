import type { CellRange, GridSelection, GridSize } from './grid-selection.ts';

/** Rows of texts. */
export type CellBlock = readonly (readonly string[])[];

export interface PastedCell {
  row: number;
  column: number;
  text: string;
}

export interface PastedBlock {
  cells: PastedCell[];
  /** Texts outside the grid. */
  cut: number;
  selection: GridSelection;
}

const NEEDS_QUOTES = /[\t\n\r"]/;
const RUNS = /^[\s"']*[=+\-@＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

/** Writes tab-separated text; a leading apostrophe keeps spreadsheets from running a cell as a formula. */
export function writeBlock(block: CellBlock): string {
  return block.map((row) => row.map((text) => quotedCell(guardedCell(text))).join('\t')).join('\n');
}

/** Quotes a cell of tab-separated text if it needs it. */
export function quotedCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guardedCell(text: string): string {
  return RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/**
 * Parses a spreadsheet's tab-separated text into rows of equal length, without the apostrophes of
 * `writeBlock`. Quoted cells may contain tabs and line breaks; an unmatched quotation mark is text.
 */
export function readBlock(text: string): CellBlock {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const cell = readCell(text, at);
    rows.at(-1)?.push(unguardedCell(cell.text));
    at = cell.end;
    if (at >= text.length) break;
    if (text[at] === '\t') at += 1;
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      // A final line break closes the last row.
      if (at >= text.length) break;
      rows.push([]);
    }
  }
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
}

function unguardedCell(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && guardedCell(text) === cell ? text : cell;
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;

function readCell(text: string, at: number): { text: string; end: number } {
  QUOTED.lastIndex = at;
  const quoted = text[at] === '"' ? QUOTED.exec(text) : null;
  if (quoted) return { text: (quoted[1] ?? '').replaceAll('""', '"'), end: QUOTED.lastIndex };
  PLAIN.lastIndex = at;
  return { text: PLAIN.exec(text)?.[0] ?? '', end: PLAIN.lastIndex };
}

/** Returns the texts of a range, or null if any isn't loaded. */
export function blockOfRange(
  { top, bottom, left, right }: CellRange,
  valueAt: (row: number, column: number) => string | undefined,
): CellBlock | null {
  const block: string[][] = [];
  for (let row = top; row <= bottom; row += 1) {
    const texts: string[] = [];
    for (let column = left; column <= right; column += 1) {
      const text = valueAt(row, column);
      if (text === undefined) return null;
      texts.push(text);
    }
    block.push(texts);
  }
  return block;
}

/**
 * Returns the cells a paste changes, or null for none: the block repeats if it divides the selection
 * evenly, else pastes once.
 */
export function pasteBlock(block: CellBlock, range: CellRange, size: GridSize): PastedBlock | null {
  const height = block.length;
  const width = block[0]?.length ?? 0;
  if (height === 0 || width === 0) return null;
  const selected = { height: range.bottom - range.top + 1, width: range.right - range.left + 1 };
  const tiles = selected.height % height === 0 && selected.width % width === 0;
  const area = tiles ? selected : { height, width };
  const fits = {
    height: Math.min(area.height, size.rows - range.top),
    width: Math.min(area.width, size.columns - range.left),
  };
  const cells: PastedCell[] = [];
  for (let row = 0; row < fits.height; row += 1) {
    for (let column = 0; column < fits.width; column += 1) {
      const text = block[row % height]?.[column % width] ?? '';
      cells.push({ row: range.top + row, column: range.left + column, text });
    }
  }
  const last = cells.at(-1);
  if (last === undefined) return null;
  return {
    cells,
    cut: area.height * area.width - cells.length,
    selection: {
      anchor: { row: range.top, column: range.left },
      focus: { row: last.row, column: last.column },
    },
  };
}
