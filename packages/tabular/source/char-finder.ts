/**
 * Where one character comes next in a text. The last find is remembered, so that asking from rising positions
 * costs one pass over the text in all, even where the character is rare.
 */
export class CharFinder {
  readonly #text: string;
  readonly #character: string;
  #found = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first position at or after `from`; the text's length when there is none. `from` must not fall. */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.#text.indexOf(this.#character, from);
      this.#found = found === -1 ? this.#text.length : found;
    }
    return this.#found;
  }
}
