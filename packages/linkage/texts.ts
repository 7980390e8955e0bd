import { hashUnits } from './hashes.ts';

/** Texts by number, one after the other: strings would take several times the memory. */
export class Texts {
  /** UTF-16 code units of all texts, and the end of each text. */
  units = new Uint16Array(1024);
  ends = new Uint32Array(256);
  length = 0;

  /** Appends a text and returns its number. */
  push(text: string): number {
    const start = this.startOf(this.length);
    const end = start + text.length;
    if (end > this.units.length) this.units = grown(this.units, end);
    for (let i = 0; i < text.length; i++) this.units[start + i] = text.charCodeAt(i);
    if (this.length === this.ends.length) this.ends = grown(this.ends, this.length + 1);
    this.ends[this.length] = end;
    return this.length++;
  }

  /** Frees the space of further texts. */
  trim(): void {
    this.units = this.units.slice(0, this.startOf(this.length));
    this.ends = this.ends.slice(0, this.length);
  }

  startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] ?? 0);
  }

  lengthOf(number: number): number {
    return (this.ends[number] ?? 0) - this.startOf(number);
  }

  /** Returns a text, or an empty one for a number without. */
  at(number: number): string {
    if (number < 0 || number >= this.length) return '';
    const { buffer, byteOffset } = this.units;
    const start = byteOffset + 2 * this.startOf(number);
    return Buffer.from(buffer, start, 2 * this.lengthOf(number)).toString('utf16le');
  }

  *[Symbol.iterator](): Generator<string> {
    for (let number = 0; number < this.length; number++) yield this.at(number);
  }

  is(number: number, text: string): boolean {
    if (this.lengthOf(number) !== text.length) return false;
    const start = this.startOf(number);
    for (let i = 0; i < text.length; i++) if (this.units[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  hashOf(number: number): number {
    return hashUnits(this.units, this.startOf(number), this.ends[number] ?? 0);
  }

  /** Returns whether parts of two texts are equal; a part never exceeds its text. */
  isSamePart(a: number, fromA: number, b: number, fromB: number, count: number): boolean {
    const left = Math.min(count, this.lengthOf(a) - fromA);
    const right = Math.min(count, this.lengthOf(b) - fromB);
    if (left !== right) return left <= 0 && right <= 0;
    const [one, two] = [this.startOf(a) + fromA, this.startOf(b) + fromB];
    for (let i = 0; i < left; i++) if (this.units[one + i] !== this.units[two + i]) return false;
    return true;
  }

  /** Returns whether two texts differ by at most one inserted, removed, replaced or swapped character. */
  isOneEdit(a: number, b: number): boolean {
    const { units } = this;
    let [startA, startB] = [this.startOf(a), this.startOf(b)];
    let [endA, endB] = [this.ends[a] ?? 0, this.ends[b] ?? 0];
    if (Math.abs(endA - startA - (endB - startB)) > 1) return false;
    while (startA < endA && startB < endB && units[startA] === units[startB]) {
      startA++;
      startB++;
    }
    while (endA > startA && endB > startB && units[endA - 1] === units[endB - 1]) {
      endA--;
      endB--;
    }
    const [left, right] = [endA - startA, endB - startB];
    if (left <= 1 && right <= 1) return true;
    const isSwap = units[startA] === units[startB + 1] && units[startA + 1] === units[startB];
    return left === 2 && right === 2 && isSwap;
  }
}

/** Returns a copy of at least twice the length. */
function grown<T extends Uint16Array | Uint32Array>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, length));
  copy.set(array);
  return copy;
}
