import { limitedCell, storable } from '../source/cell-text.ts';
import { COLUMN_LIMIT, tooManyColumns } from '../source/columns.ts';
import { type CellLinks, contactOfLink, linkedText } from '../source/link-text.ts';
import type { NumberFormat } from '../source/number-format.ts';
import { decimalText, isoDateText, numberText, wholeText } from '../source/number-text.ts';
import type { Row } from '../source/types.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { XmlHandler } from './xml-scanner.ts';
import { WRITTEN_CELL_LIMIT, workbookText } from './xml-text.ts';

/** From this gap on V8 keeps the array sparse, without reserving memory. */
const SPARSE_GAP = 1024;

/** Longer formulas hold no link that counts. */
const FORMULA_CHARACTERS = 1_000;

export interface SheetContext {
  strings: SharedStrings;
  /** By cell style. */
  formats: readonly NumberFormat[];
  date1904: boolean;
  /** Null without links to contacts. */
  links: CellLinks | null;
}

/** Cells without references are positioned by order. Row elements with the same number are one row. */
export class SheetHandler implements XmlHandler {
  wantsText = false;
  /** Ignores everything after the last row. */
  isDone = false;
  readonly #context: SheetContext;
  #rows: Row[] = [];
  /** Kept back, because the next element may continue it. */
  #row: Row = { number: 0, cells: [] };
  /** The row element has no number; its first cell may have. */
  #awaitsNumber = false;
  #column = -1;
  #isSparse = false;
  #anySparse = false;
  #type = '';
  #style = 0;
  #text = '';
  #formula = '';
  #isFormula = false;
  #links: ReadonlyMap<number, string> | undefined;
  /** The first row with cells may be the header, which keeps its text. */
  #isFirst = true;
  #phonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Yields completed rows that have cells. */
  *take(): Generator<Row[]> {
    const rows = this.#rows;
    this.#rows = [];
    if (!this.#anySparse) {
      yield rows;
      return;
    }
    this.#anySparse = false;
    // A few characters of XML can make a row of 128 KiB.
    for (const { number, cells } of rows) yield [{ number, cells: denseCells(cells) }];
  }

  /** @throws FileProblem `too_many_columns` */
  open(name: string, attributes: string): void {
    if (this.isDone) return;
    if (name === 'c') {
      if (this.#awaitsNumber) this.#beginRow(rowOfReference(attributes) ?? this.#row.number + 1);
      this.#openCell(attributes);
    } else if (name === 'v') this.wantsText = true;
    else if (name === 'f') this.#openFormula();
    else if (name === 't') this.wantsText = !this.#phonetic;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'rPh') this.#phonetic = true;
  }

  close(name: string): void {
    // Form controls after the rows have elements named row too.
    if (this.isDone) return;
    if (name === 'v' || name === 't') this.wantsText = false;
    else if (name === 'f') this.#closeFormula();
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'sheetData') this.#finish();
  }

  text(text: string): void {
    if (this.#isFormula) this.#addFormula(text);
    else if (this.#text === '') this.#text = text;
    else if (this.#text.length < WRITTEN_CELL_LIMIT) this.#text += text;
    else this.wantsText = false;
  }

  #openRow(attributes: string): void {
    const written = /(?:^|\s)r\s*=\s*["'](\d+)["']/.exec(attributes)?.[1];
    this.#awaitsNumber = written === undefined;
    if (written !== undefined) this.#beginRow(Number(written));
  }

  #closeRow(): void {
    if (this.#awaitsNumber) this.#beginRow(this.#row.number + 1);
  }

  #beginRow(number: number): void {
    this.#awaitsNumber = false;
    if (number === this.#row.number) return;
    this.#endRow();
    this.#row = { number, cells: [] };
    this.#links = this.#isFirst ? undefined : this.#context.links?.get(number);
    this.#column = -1;
  }

  #endRow(): void {
    if (this.#row.cells.length > 0) {
      this.#rows.push(this.#row);
      this.#isFirst = false;
    }
    if (this.#isSparse) this.#anySparse = true;
    this.#isSparse = false;
  }

  #finish(): void {
    this.#endRow();
    this.isDone = true;
  }

  #openFormula(): void {
    this.#isFormula = true;
    this.wantsText = true;
  }

  #addFormula(text: string): void {
    this.#formula += text;
    if (this.#formula.length > FORMULA_CHARACTERS) this.wantsText = false;
  }

  #closeFormula(): void {
    this.#isFormula = false;
    this.wantsText = false;
  }

  #openCell(attributes: string): void {
    this.#text = '';
    this.#formula = '';
    this.#type = '';
    this.#style = 0;
    this.#column += 1;
    let at = 0;
    for (;;) {
      const equals = attributes.indexOf('=', at);
      if (equals === -1) break;
      const quote = firstQuote(attributes, equals + 1);
      const end = attributes.indexOf(attributes.charAt(quote), quote + 1);
      if (end === -1) break;
      this.#attribute(attributes, equals, quote + 1, end);
      at = end + 1;
    }
    if (this.#column >= COLUMN_LIMIT) throw tooManyColumns();
  }

  /** The name ends before `equals`, possibly before white space. */
  #attribute(attributes: string, equals: number, start: number, end: number): void {
    let last = equals - 1;
    while (attributes.charCodeAt(last) <= 32) last -= 1;
    if (last > 0 && attributes.charCodeAt(last - 1) > 32) return;
    const name = attributes.charCodeAt(last);
    if (name === 114) this.#column = columnOf(attributes, start, end) ?? this.#column;
    else if (name === 115) this.#style = Number(attributes.slice(start, end));
    else if (name === 116) this.#type = attributes.slice(start, end);
  }

  #closeCell(): void {
    const own = this.#text === '' ? '' : limitedCell(this.#value(this.#text));
    if (own === '') return;
    const isLinked = this.#links !== undefined || this.#formula.startsWith('HYPERLINK(');
    const value = isLinked ? this.#linked(own) : own;
    const { cells } = this.#row;
    if (this.#column - cells.length > SPARSE_GAP) this.#isSparse = true;
    else while (cells.length < this.#column) cells.push('');
    cells[this.#column] = value;
  }

  #linked(own: string): string {
    const inFormula = /^HYPERLINK\(\s*"([^"]*)"/.exec(this.#formula)?.[1];
    const ofFormula = inFormula === undefined || this.#isFirst ? null : contactOfLink(inFormula);
    const contact = ofFormula ?? this.#links?.get(this.#column) ?? null;
    return contact === null ? own : linkedText(own, contact);
  }

  #value(text: string): string {
    switch (this.#type) {
      case '':
      case 'n':
        return this.#number(text);
      case 's':
        return this.#context.strings.get(Number(text));
      case 'b':
        return text.trim() === '1' || text.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return '';
      case 'd':
        return isoDateText(text.trim());
      default:
        return storable(workbookText(text));
    }
  }

  /** Whole numbers keep all digits unless some are lost. */
  #number(text: string): string {
    const format = this.#context.formats[this.#style] ?? 'plain';
    if (format === 'plain' && /^[1-9]\d*$/.test(text)) return wholeText(text);
    const value = Number(text);
    if (Number.isNaN(value)) return storable(text);
    return format === 'plain' ? decimalText(value) : numberText(value, format, this.#context.date1904);
  }
}

function denseCells(cells: readonly string[]): string[] {
  const dense = new Array<string>(cells.length).fill('');
  for (const [column, cell] of Object.entries(cells)) dense[Number(column)] = cell;
  return dense;
}

function firstQuote(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at += 1;
  return at;
}

function rowOfReference(attributes: string): number | null {
  const written = /(?:^|\s)r\s*=\s*["'][A-Za-z]+(\d+)["']/.exec(attributes)?.[1];
  return written === undefined ? null : Number(written);
}

/** Counts from 0; null without letters. */
function columnOf(text: string, start: number, end: number): number | null {
  let column = 0;
  for (let at = start; at < end; at += 1) {
    const letter = text.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column === 0 ? null : column - 1;
}
