/**
 * Buffer for text that ends in an incomplete token. After `keep` hands a part back, `append` returns the text
 * only once it has doubled, so the caller scans each character a bounded number of times, however small the
 * chunks and however long the cell.
 */
export class PendingText {
  readonly #limit: number;
  #parts: string[] = [];
  #length = 0;
  #wanted = 0;

  /** `limit` is the maximum length of an incomplete token, in characters. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True when the buffered text exceeds the limit. */
  get isTooLong(): boolean {
    return this.#length > this.#limit;
  }

  /**
   * Adds a chunk. Returns the whole text when it is worth another scan (always with `last`), otherwise null.
   */
  append(chunk: string, last: boolean): string | null {
    if (chunk !== '') this.#parts.push(chunk);
    this.#length += chunk.length;
    if (!last && this.#length < this.#wanted) return null;
    const whole = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.keep('');
    return whole;
  }

  /** Keeps the unprocessed end of the text that `append` returned. */
  keep(rest: string): void {
    this.#parts = rest === '' ? [] : [rest];
    this.#length = rest.length;
    this.#wanted = Math.min(rest.length * 2, this.#limit + 1);
  }
}
