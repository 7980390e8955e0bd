import { hashText } from './hashes.ts';
import { Texts } from './texts.ts';

/** Keeps each distinct text once and numbers them; a Map would take many times the memory. */
export class Dictionary {
  readonly texts = new Texts();
  #slots = new Int32Array(1024).fill(-1);

  /** Returns the number of a text. */
  add(text: string): number {
    let at = hashText(text) & (this.#slots.length - 1);
    for (;;) {
      const known = this.#slots[at] ?? -1;
      if (known < 0) break;
      if (this.texts.is(known, text)) return known;
      at = (at + 1) & (this.#slots.length - 1);
    }
    const number = this.texts.push(text);
    this.#slots[at] = number;
    if (this.texts.length * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /** Frees the slots; nothing can be added afterwards. */
  seal(): void {
    this.#slots = new Int32Array(0);
    this.texts.trim();
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let number = 0; number < this.texts.length; number++) {
      let at = this.texts.hashOf(number) & (slots.length - 1);
      while ((slots[at] ?? -1) >= 0) at = (at + 1) & (slots.length - 1);
      slots[at] = number;
    }
    this.#slots = slots;
  }
}

/** A column of texts: the number of its text for each row, -1 for none. */
export class Column {
  readonly dictionary: Dictionary;
  /** Rows with the text, by its number. */
  counts = new Int32Array(0);
  filled = 0;
  values = new Int32Array(1024);
  length = 0;

  constructor(dictionary = new Dictionary()) {
    this.dictionary = dictionary;
  }

  push(text: string): void {
    if (this.length === this.values.length) {
      const values = new Int32Array(this.length * 2);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = text === '' ? -1 : this.dictionary.add(text);
  }

  /** Counts the texts once all rows are added. */
  seal(): void {
    this.dictionary.seal();
    this.values = this.values.slice(0, this.length);
    this.count(this.dictionary.texts.length);
  }

  /** Counts the rows of each value. */
  count(values: number): void {
    this.counts = new Int32Array(values);
    for (const value of this.values) {
      if (value < 0) continue;
      this.counts[value] = (this.counts[value] ?? 0) + 1;
      this.filled++;
    }
  }

  /** Returns a sealed column of other texts made of these. */
  map(change: (text: string) => string): Column {
    const changed = new Column();
    for (let row = 0; row < this.length; row++) changed.push(change(this.text(row)));
    changed.seal();
    return changed;
  }

  /** Returns the number of a row's text, or -1. */
  at(row: number): number {
    return this.values[row] ?? -1;
  }

  /** Returns a row's text, or an empty one. */
  text(row: number): string {
    return this.dictionary.texts.at(this.at(row));
  }

  /** Returns distinct texts per filled row. */
  get variety(): number {
    return this.filled === 0 ? 0 : this.counts.filter((count) => count > 0).length / this.filled;
  }
}
