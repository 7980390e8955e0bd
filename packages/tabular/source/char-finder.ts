/**
 * Finds the next position of one character in a text. It remembers the last position found, so that calls
 * from rising positions cost one pass over the text in total, even if the character is rare.
 */
export class CharFinder {
  readonly #text: string;
  readonly #character: string;
  #found = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /**
   * Returns the first position at or after `from`, or the length of the text without one. `from` must
   * never decrease.
   */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.#text.indexOf(this.#character, from);
      this.#found = found === -1 ? this.#text.length : found;
    }
    return this.#found;
  }
}
