import { CELL_LIMIT } from '../source/cell-text.ts';
import type { Delimiter } from '../source/types.ts';

/** The read needs text beyond this piece. */
export const INCOMPLETE = -1;
/** The cell's quote never closes. */
export const UNCLOSED = -2;
const NOT_CLOSING = -3;

const LF = 10;
const CR = 13;

/** SQL tools write single quotes. */
export type Quote = '"' | "'";

/** CSV text from a record's start; LF, CR LF and CR may mix. Callers ask for ascending positions. */
export class CsvText {
  readonly text: string;
  readonly quotes: CharFinder;
  readonly delimiters: CharFinder;
  /** Last cell read by `quoted` or `plain`. */
  value = '';
  readonly #last: boolean;
  readonly #delimiterCode: number;
  readonly #quote: Quote;
  readonly #quoteCode: number;
  readonly #lineFeeds: CharFinder;
  readonly #returns: CharFinder;

  constructor(text: string, last: boolean, delimiter: Delimiter, quote: Quote) {
    this.text = text;
    this.quotes = new CharFinder(text, quote);
    this.delimiters = new CharFinder(text, delimiter);
    this.#last = last;
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#quote = quote;
    this.#quoteCode = quote.charCodeAt(0);
    this.#lineFeeds = new CharFinder(text, '\n');
    this.#returns = new CharFinder(text, '\r');
  }

  lineEnd(from: number): number {
    return Math.min(this.#lineFeeds.next(from), this.#returns.next(from));
  }

  isOpen(lineEnd: number): boolean {
    if (this.#last) return false;
    if (lineEnd >= this.text.length) return true;
    return lineEnd + 1 === this.text.length && this.text.charCodeAt(lineEnd) === CR;
  }

  afterLine(lineEnd: number): number {
    const both = this.text.charCodeAt(lineEnd) === CR && this.text.charCodeAt(lineEnd + 1) === LF;
    return Math.min(lineEnd + (both ? 2 : 1), this.text.length);
  }

  isDelimiter(at: number): boolean {
    return this.text.charCodeAt(at) === this.#delimiterCode;
  }

  /** Returns the opening quote after blanks; null if unquoted. */
  openingQuote(from: number): number | null {
    const code = this.text.charCodeAt(from);
    if (code > this.#quoteCode) return null;
    if (code === this.#quoteCode) return from;
    const at = this.#afterBlanks(from);
    return this.text.charCodeAt(at) === this.#quoteCode ? at : null;
  }

  /**
   * Reads a quoted cell into `value`. Returns its end, INCOMPLETE or UNCLOSED. A stray quote is a character if
   * a later quote on the line closes the cell; otherwise the cell is unquoted. Only the last line may leave a
   * quote open.
   */
  quoted(start: number, open: number): number {
    let from = open + 1;
    let doubled = false;
    for (;;) {
      const quote = this.text.indexOf(this.#quote, from);
      if (quote === -1) return this.#openToTheEnd(open);
      const next = this.text.charCodeAt(quote + 1);
      if (next === this.#quoteCode) {
        doubled = true;
        from = quote + 2;
        continue;
      }
      const end = next === this.#delimiterCode ? quote + 1 : this.#closes(quote);
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end !== NOT_CLOSING) {
        const inside = this.text.slice(open + 1, quote);
        this.value = doubled ? this.#withoutDoubling(inside) : inside;
        return end;
      }
      const later = this.#closingLater(quote + 1);
      if (later === INCOMPLETE) return INCOMPLETE;
      if (later === NOT_CLOSING) return this.plain(start, quote + 1);
      doubled = true;
      from = later;
    }
  }

  /** Reads the cell as written. Returns its end or INCOMPLETE. */
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

  /** Returns the cell's end, NOT_CLOSING or INCOMPLETE. */
  #closes(quote: number): number {
    const at = this.#afterBlanks(quote + 1);
    if (at >= this.text.length) return this.#last ? at : INCOMPLETE;
    const code = this.text.charCodeAt(at);
    return code === this.#delimiterCode || code === LF || code === CR ? at : NOT_CLOSING;
  }

  /** Returns a later closing quote on the line, unless another cell opens first. */
  #closingLater(from: number): number {
    const lineEnd = this.lineEnd(from);
    if (this.isOpen(lineEnd)) return INCOMPLETE;
    let quote = this.text.indexOf(this.#quote, from);
    while (quote !== -1 && quote < lineEnd) {
      if (this.isDelimiter(this.#beforeBlanks(quote))) return NOT_CLOSING;
      const doubled = this.text.charCodeAt(quote + 1) === this.#quoteCode;
      if (!doubled && this.#closes(quote) >= 0) return quote;
      quote = this.text.indexOf(this.#quote, quote + (doubled ? 2 : 1));
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

  #withoutDoubling(inside: string): string {
    return inside.slice(0, 2 * CELL_LIMIT + 2).replaceAll(this.#quote + this.#quote, this.#quote);
  }
}

/** Finds a character from rising positions in one pass over the text. */
export class CharFinder {
  readonly #text: string;
  readonly #character: string;
  #found = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** Returns the text's length if not found. `from` must never decrease. */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.#text.indexOf(this.#character, from);
      this.#found = found === -1 ? this.#text.length : found;
    }
    return this.#found;
  }
}
