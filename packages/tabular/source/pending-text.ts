/**
 * `append` waits until an incomplete token doubles, so that characters are rescanned a bounded number of times.
 */
export class PendingText {
  readonly #limit: number;
  #parts: string[] = [];
  #length = 0;
  #wanted = 0;

  /** `limit`: characters of an incomplete token. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get isTooLong(): boolean {
    return this.#length > this.#limit;
  }

  /** Returns the text if worth another scan (always with `last`), otherwise null. */
  append(chunk: string, last: boolean): string | null {
    if (chunk !== '') this.#parts.push(chunk);
    this.#length += chunk.length;
    if (!last && this.#length < this.#wanted) return null;
    const whole = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.keep('');
    return whole;
  }

  /** Keeps the unprocessed end. */
  keep(rest: string): void {
    this.#parts = rest === '' ? [] : [rest];
    this.#length = rest.length;
    this.#wanted = Math.min(rest.length * 2, this.#limit + 1);
  }
}
