import { CELL_LIMIT, limitedCell, ownText } from '../source/cell-text.ts';
import { COLUMN_LIMIT, tooManyColumns } from '../source/columns.ts';
import { FileProblem } from '../source/file-problem.ts';
import { PendingText } from '../source/pending-text.ts';
import type { Delimiter, Row } from '../source/types.ts';
import { CsvText, INCOMPLETE, type Quote, UNCLOSED } from './csv-text.ts';

/** Characters; a longer record has an unclosed quote. */
const RECORD_LIMIT = 16 * 1024 * 1024;
/** A slice keeps the whole text in memory, so cells of longer texts are copied. */
const SHARED_TEXT_LIMIT = 1024 * 1024;

/**
 * Parses CSV chunks (RFC 4180): blanks around quotes are dropped, quotes inside unquoted cells are characters.
 */
export class CsvParser {
  readonly #delimiter: Delimiter;
  readonly #quote: Quote;
  readonly #pending = new PendingText(RECORD_LIMIT);
  #records = 0;
  #width = 0;

  constructor(delimiter: Delimiter, quote: Quote) {
    this.#delimiter = delimiter;
    this.#quote = quote;
  }

  /**
   * Returns completed records, unpadded, without empty lines. `last`: no text follows.
   * @throws FileProblem `broken` for an unclosed quote or over 16 million characters, `too_many_columns` over
   * COLUMN_LIMIT
   */
  push(chunk: string, last: boolean): Row[] {
    const text = this.#pending.append(chunk, last);
    if (text === null) return [];
    const rows: Row[] = [];
    const end = this.#parse(new CsvText(text, last, this.#delimiter, this.#quote), rows);
    if (text.length > SHARED_TEXT_LIMIT) for (const row of rows) row.cells = row.cells.map(ownText);
    this.#pending.keep(text.slice(end));
    if (this.#pending.isTooLong) {
      throw this.#broken('is longer than 16 million characters. It may contain a quote that is never closed');
    }
    return rows;
  }

  /** Returns the start of the first incomplete record. */
  #parse(source: CsvText, rows: Row[]): number {
    let at = 0;
    while (at < source.text.length) {
      const lineEnd = source.lineEnd(at);
      const isPlain = source.quotes.next(at) >= lineEnd;
      if (isPlain && source.isOpen(lineEnd)) return at;
      if (lineEnd === at) {
        this.#records += 1;
        at = source.afterLine(lineEnd);
        continue;
      }
      // A preallocated array fills twice as fast.
      const cells = new Array<string>(this.#width);
      const next = isPlain
        ? this.#plainRecord(source, at, lineEnd, cells)
        : this.#quotedRecord(source, at, cells);
      if (next === INCOMPLETE) return at;
      this.#records += 1;
      rows.push({ number: this.#records, cells });
      at = next;
    }
    return at;
  }

  /** Returns the next record's start. */
  #plainRecord(source: CsvText, start: number, lineEnd: number, cells: string[]): number {
    const { text, delimiters } = source;
    let at = start;
    let count = 0;
    for (let end = delimiters.next(at); end < lineEnd; end = delimiters.next(at)) {
      cells[count] = text.slice(at, end);
      count += 1;
      at = end + 1;
    }
    cells[count] = text.slice(at, lineEnd);
    this.#complete(cells, count + 1, lineEnd - start);
    return source.afterLine(lineEnd);
  }

  /** Returns the next record's start, or INCOMPLETE. */
  #quotedRecord(source: CsvText, start: number, cells: string[]): number {
    let at = start;
    let count = 0;
    for (;;) {
      const open = source.openingQuote(at);
      const end = open === null ? source.plain(at, at) : source.quoted(at, open);
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end === UNCLOSED) throw this.#broken('opens a quote that is never closed');
      cells[count] = source.value;
      count += 1;
      if (!source.isDelimiter(end)) {
        const lineEnd = source.lineEnd(end);
        if (source.isOpen(lineEnd)) return INCOMPLETE;
        this.#complete(cells, count, lineEnd - start);
        return source.afterLine(lineEnd);
      }
      at = end + 1;
    }
  }

  #complete(cells: string[], count: number, length: number): void {
    if (count > COLUMN_LIMIT) throw tooManyColumns();
    cells.length = count;
    this.#width = count;
    if (length > CELL_LIMIT) limitCells(cells);
  }

  #broken(what: string): FileProblem {
    return new FileProblem('broken', `Record ${this.#records + 1} of the file ${what}.`);
  }
}

function limitCells(cells: string[]): void {
  for (const [index, cell] of cells.entries()) cells[index] = limitedCell(cell);
}
