import { Buffer, isUtf8 } from 'node:buffer';

/** Maximum bytes of a sample. More words change nothing about the result. */
const SAMPLE_BYTES = 4 * 1024;
/** Maximum bytes of a word; of longer ones, the rest is left out. */
const WORD_BYTES = 256;

/** Tab, LF, CR, quote, comma, semicolon. None of them is ever the second byte of a character. */
const SEPARATORS = new Set([9, 10, 13, 34, 44, 59]);

/**
 * Collects the distinct words with bytes beyond ASCII that aren't UTF-8 from the pieces of a CSV file. Values that a column repeats in each
 * row then count once, and digits and email addresses not at all.
 */
export class TextSample {
  readonly #words = new Set<string>();
  #length = 0;
  /** Word at the end of the last piece, which may continue in the next one. */
  #open = '';
  #isContinuous = true;

  /** Distinct words, one per line. */
  get bytes(): Buffer {
    const isAdded = this.#open !== '' && !isUtf8Word(this.#open);
    const words = isAdded ? new Set([...this.#words, this.#open]) : this.#words;
    return Buffer.from([...words, ''].join('\n'), 'latin1');
  }

  /** Adds the words of a piece that directly follows the last one pushed or skipped. */
  push(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < bytes.length && this.#length < SAMPLE_BYTES; ) {
      if ((bytes[at] ?? 0) < 0x80) at += 1;
      else at = this.#take(bytes, wordStart(bytes, at), wordEnd(bytes, at));
    }
    // A full sample never changes, so that a sample of the file's beginning equals that of the whole.
    if (this.#length >= SAMPLE_BYTES) this.#open = '';
    this.#isContinuous = true;
  }

  /** Passes over a piece whose words don't matter. */
  skip(): void {
    this.#close();
    this.#isContinuous = false;
  }

  #take(bytes: Buffer, start: number, end: number): number {
    const word = bytes.toString('latin1', start, Math.min(end, start + WORD_BYTES));
    if (start > 0) this.#close();
    // The first bytes of a word whose beginning was skipped may be half a character.
    const isWhole = start > 0 || this.#isContinuous;
    this.#open = isWhole ? `${this.#open}${word}` : '';
    if (end < bytes.length) this.#close();
    return end;
  }

  #close(): void {
    if (this.#open !== '' && !this.#words.has(this.#open) && !isUtf8Word(this.#open)) {
      this.#words.add(this.#open);
      this.#length += this.#open.length + 1;
    }
    this.#open = '';
  }
}

/** A file may mix UTF-8 with an older encoding, about which its UTF-8 says nothing. */
function isUtf8Word(word: string): boolean {
  return isUtf8(Buffer.from(word, 'latin1'));
}

function wordStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && !SEPARATORS.has(bytes[start - 1] ?? 0)) start -= 1;
  return start;
}

function wordEnd(bytes: Buffer, at: number): number {
  let end = at + 1;
  while (end < bytes.length && !SEPARATORS.has(bytes[end] ?? 0)) end += 1;
  return end;
}
