import { CELL_LIMIT } from '../source/cell-text.ts';
import { CharFinder } from '../source/char-finder.ts';
import type { Delimiter } from '../source/types.ts';

/** Result of a read that needs text beyond this piece. */
export const INCOMPLETE = -1;
/** Result of `quoted` for a cell whose quote never closes. */
export const UNCLOSED = -2;
const NOT_CLOSING = -3;

const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * A piece of CSV text that begins with a record. A line ends with LF, CR LF or CR, each possible in the same
 * file. Callers must ask for positions in ascending order.
 */
export class CsvText {
  readonly text: string;
  readonly quotes: CharFinder;
  readonly delimiters: CharFinder;
  /** Cell that `quoted` or `plain` read last. */
  value = '';
  readonly #last: boolean;
  readonly #delimiterCode: number;
  readonly #lineFeeds: CharFinder;
  readonly #returns: CharFinder;

  constructor(text: string, last: boolean, delimiter: Delimiter) {
    this.text = text;
    this.quotes = new CharFinder(text, '"');
    this.delimiters = new CharFinder(text, delimiter);
    this.#last = last;
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#lineFeeds = new CharFinder(text, '\n');
    this.#returns = new CharFinder(text, '\r');
  }

  /** Returns the end of the line at `from`, or the length of the text if the line doesn't end. */
  lineEnd(from: number): number {
    return Math.min(this.#lineFeeds.next(from), this.#returns.next(from));
  }

  /** Returns whether the line that ends at `lineEnd` may continue in the next piece. */
  isOpen(lineEnd: number): boolean {
    if (this.#last) return false;
    if (lineEnd >= this.text.length) return true;
    return lineEnd + 1 === this.text.length && this.text.charCodeAt(lineEnd) === CR;
  }

  /** Returns the start of the next line. */
  afterLine(lineEnd: number): number {
    const both = this.text.charCodeAt(lineEnd) === CR && this.text.charCodeAt(lineEnd + 1) === LF;
    return Math.min(lineEnd + (both ? 2 : 1), this.text.length);
  }

  isDelimiter(at: number): boolean {
    return this.text.charCodeAt(at) === this.#delimiterCode;
  }

  /**
   * Returns the position of the quote that opens the cell at `from`, after any blanks, or null if the cell
   * isn't quoted.
   */
  openingQuote(from: number): number | null {
    const code = this.text.charCodeAt(from);
    if (code > QUOTE) return null;
    if (code === QUOTE) return from;
    const at = this.#afterBlanks(from);
    return this.text.charCodeAt(at) === QUOTE ? at : null;
  }

  /**
   * Reads the cell at `start` whose quote opens at `open` into `value`. Returns its end (at a delimiter, a
   * line end or the end of the text), INCOMPLETE or UNCLOSED. An inner quote that is neither doubled nor ends
   * the cell is a character if a later quote on the same line ends the cell; otherwise the cell isn't quoted
   * at all and keeps its text as written. A quote that is still open at the end of the file is allowed on the
   * last line only.
   */
  quoted(start: number, open: number): number {
    let from = open + 1;
    let doubled = false;
    for (;;) {
      const quote = this.text.indexOf('"', from);
      if (quote === -1) return this.#openToTheEnd(open);
      const next = this.text.charCodeAt(quote + 1);
      if (next === QUOTE) {
        doubled = true;
        from = quote + 2;
        continue;
      }
      const end = next === this.#delimiterCode ? quote + 1 : this.#closes(quote);
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end !== NOT_CLOSING) {
        const inside = this.text.slice(open + 1, quote);
        this.value = doubled ? withSingleQuotes(inside) : inside;
        return end;
      }
      const later = this.#closingLater(quote + 1);
      if (later === INCOMPLETE) return INCOMPLETE;
      if (later === NOT_CLOSING) return this.plain(start, quote + 1);
      doubled = true;
      from = later;
    }
  }

  /**
   * Reads the cell at `start` as written, up to the first delimiter or line end after `from`, into `value`.
   * Returns its end or INCOMPLETE.
   */
  plain(start: number, from: number): number {
    const lineEnd = this.lineEnd(from);
    const end = Math.min(this.delimiters.next(from), lineEnd);
    if (end === lineEnd && this.isOpen(lineEnd)) return INCOMPLETE;
    this.value = this.text.slice(start, end);
    return end;
  }

  #openToTheEnd(open: number): number {
    if (!this.#last) return INCOMPLETE;
    const end = this.lineEnd(open);
    if (this.afterLine(end) < this.text.length) return UNCLOSED;
    this.value = this.text.slice(open + 1, end);
    return end;
  }

  /** Returns the end of the cell if the quote at `quote` closes it, otherwise NOT_CLOSING or INCOMPLETE. */
  #closes(quote: number): number {
    const at = this.#afterBlanks(quote + 1);
    if (at >= this.text.length) return this.#last ? at : INCOMPLETE;
    const code = this.text.charCodeAt(at);
    return code === this.#delimiterCode || code === LF || code === CR ? at : NOT_CLOSING;
  }

  /** Returns the later quote on the same line that closes the cell, unless another cell opens before it. */
  #closingLater(from: number): number {
    const lineEnd = this.lineEnd(from);
    if (this.isOpen(lineEnd)) return INCOMPLETE;
    let quote = this.text.indexOf('"', from);
    while (quote !== -1 && quote < lineEnd) {
      if (this.isDelimiter(this.#beforeBlanks(quote))) return NOT_CLOSING;
      const doubled = this.text.charCodeAt(quote + 1) === QUOTE;
      if (!doubled && this.#closes(quote) >= 0) return quote;
      quote = this.text.indexOf('"', quote + (doubled ? 2 : 1));
    }
    return NOT_CLOSING;
  }

  #isBlank(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return (code === 32 || code === 9) && code !== this.#delimiterCode;
  }

  #afterBlanks(from: number): number {
    let at = from;
    while (this.#isBlank(at)) at += 1;
    return at;
  }

  #beforeBlanks(from: number): number {
    let at = from - 1;
    while (this.#isBlank(at)) at -= 1;
    return at;
  }
}

/** Replaces doubled quotes. Of a long cell it reads as much as the limit leaves, even if nothing but quotes is in it. */
function withSingleQuotes(inside: string): string {
  return inside.slice(0, 2 * CELL_LIMIT + 2).replaceAll('""', '"');
}
