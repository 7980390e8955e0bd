import type { CellRange, GridSize } from './grid-selection.ts';

/** Rectangle of texts, row by row. */
export type CellBlock = readonly (readonly string[])[];

/** New text of a cell. */
export interface PastedCell {
  row: number;
  column: number;
  text: string;
}

/** Cells to change by a paste. `cut` counts the texts of the block for which the grid has no cell. */
export interface PastedBlock {
  cells: PastedCell[];
  cut: number;
}

const NEEDS_QUOTES = /[\t\n\r"]/;
const RUNS = /^[\s"']*[=+\-@＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

/**
 * Writes a block as tab-separated text, the way spreadsheets put it on the clipboard. An apostrophe keeps them from running a
 * cell as a formula.
 */
export function writeBlock(block: CellBlock): string {
  return block.map((row) => row.map((text) => quotedCell(guardedCell(text))).join('\t')).join('\n');
}

function quotedCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guardedCell(text: string): string {
  return RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/**
 * Reads tab-separated text from a spreadsheet. Cells that begin with a quotation mark end at the matching one and may
 * contain tabs and line breaks; without a matching one the mark is part of the text. Takes off the apostrophes of
 * `writeBlock`. All rows get the same length.
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
      // A line break at the very end closes the last row.
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

/** Returns the texts of a range, or null if some of them aren't loaded. */
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
 * Returns the cells that pasting a block changes. A block fills the selection if it fits it a whole number of times;
 * otherwise it is pasted once, from the selection's first cell.
 */
export function pasteBlock(block: CellBlock, range: CellRange, size: GridSize): PastedBlock {
  const height = block.length;
  const width = block[0]?.length ?? 0;
  if (height === 0 || width === 0) return { cells: [], cut: 0 };
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
  return { cells, cut: area.height * area.width - cells.length };
}
