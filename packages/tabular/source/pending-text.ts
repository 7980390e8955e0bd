/**
 * Text that waits for more because what it holds is not complete. After a part was handed back with `keep`, the
 * next one is given only when at least twice as much has come: each character is looked at a bounded number of
 * times, however small the chunks and however long the cell.
 */
export class PendingText {
  readonly #limit: number;
  #parts: string[] = [];
  #length = 0;
  #wanted = 0;

  /** `limit` is the length beyond which what is not complete is too long. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether what is held is too long to wait for its end. */
  get isTooLong(): boolean {
    return this.#length > this.#limit;
  }

  /** Adds a chunk; answers the whole text when it is worth another look (always when `last`), otherwise null. */
  append(chunk: string, last: boolean): string | null {
    if (chunk !== '') this.#parts.push(chunk);
    this.#length += chunk.length;
    if (!last && this.#length < this.#wanted) return null;
    const whole = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.keep('');
    return whole;
  }

  /** Keeps the end of a text that `append` gave. */
  keep(rest: string): void {
    this.#parts = rest === '' ? [] : [rest];
    this.#length = rest.length;
    this.#wanted = Math.min(rest.length * 2, this.#limit + 1);
  }
}
