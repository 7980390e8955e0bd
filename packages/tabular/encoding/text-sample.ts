import { Buffer, isUtf8 } from 'node:buffer';

/** More words don't change the result. */
const SAMPLE_BYTES = 4 * 1024;
/** Longer words are cut. */
const WORD_BYTES = 256;

/** Never the second byte of a character. */
const SEPARATORS = new Set([9, 10, 13, 34, 44, 59]);

/** Collects distinct non-ASCII words that aren't UTF-8, so that repeated values count once. */
export class TextSample {
  readonly #words = new Set<string>();
  #length = 0;
  /** May continue in the next piece. */
  #open = '';
  #isContinuous = true;

  /** One word per line. */
  get bytes(): Buffer {
    const isAdded = this.#open !== '' && !isUtf8Word(this.#open);
    const words = isAdded ? new Set([...this.#words, this.#open]) : this.#words;
    return Buffer.from([...words, ''].join('\n'), 'latin1');
  }

  /** Must directly follow the last piece pushed or skipped. */
  push(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < bytes.length && this.#length < SAMPLE_BYTES; ) {
      if ((bytes[at] ?? 0) < 0x80) at += 1;
      else at = this.#take(bytes, wordStart(bytes, at), wordEnd(bytes, at));
    }
    // A file's beginning must yield the same sample.
    if (this.#length >= SAMPLE_BYTES) this.#open = '';
    this.#isContinuous = true;
  }

  skip(): void {
    this.#close();
    this.#isContinuous = false;
  }

  #take(bytes: Buffer, start: number, end: number): number {
    const word = bytes.toString('latin1', start, Math.min(end, start + WORD_BYTES));
    if (start > 0) this.#close();
    // May begin with half a character after a skip.
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

/** UTF-8 words say nothing about an older encoding. */
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
