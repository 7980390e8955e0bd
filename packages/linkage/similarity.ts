import type { Texts } from './texts.ts';

const MAX_LENGTH = 64;
const taken = new Uint8Array(MAX_LENGTH);
const matched = new Uint16Array(MAX_LENGTH);
const MAX_PREFIX = 4;
const PREFIX_WEIGHT = 0.1;

/** Jaro-Winkler similarity of numbered texts; most that differ are told apart by their letters alone. */
export class Similarity {
  readonly #texts: Texts;
  readonly #letters: Int32Array;

  constructor(texts: Texts) {
    this.#texts = texts;
    this.#letters = new Int32Array(texts.length).map((_, number) => lettersOf(texts, number));
  }

  /** Returns the similarity of two texts by their numbers, or 0 below `least`. */
  of(a: number, b: number, least: number): number {
    const texts = this.#texts;
    const [n, m] = [lengthOf(texts, a), lengthOf(texts, b)];
    const isSameStart = texts.units[texts.startOf(a)] === texts.units[texts.startOf(b)];
    const [left, right] = [this.#letters[a] ?? 0, this.#letters[b] ?? 0];
    const mayMiss = missesUpTo(least, isSameStart ? MAX_PREFIX : 0, n, m);
    if (bitsOf(left & ~right) > mayMiss || bitsOf(right & ~left) > mayMiss + m - n) return 0;
    return jaroWinkler(texts, a, b, least);
  }
}

function lengthOf(texts: Texts, number: number): number {
  return Math.min(texts.lengthOf(number), MAX_LENGTH);
}

/** Returns a bit for each class of characters that a text has. */
function lettersOf(texts: Texts, number: number): number {
  let letters = 0;
  const start = texts.startOf(number);
  for (let i = 0; i < lengthOf(texts, number); i++) letters |= 1 << ((texts.units[start + i] ?? 0) & 31);
  return letters;
}

function bitsOf(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns how many of `n` characters may have no match; without swaps, jaro is (common / n + common / m + 1) / 3. */
function missesUpTo(least: number, prefix: number, n: number, m: number): number {
  const jaroLeast = (least - prefix * PREFIX_WEIGHT) / (1 - prefix * PREFIX_WEIGHT);
  return n - Math.max((3 * jaroLeast - 1) * n * m, 0) / (n + m) + 1e-9;
}

/** Returns the Jaro-Winkler similarity of two texts, 0 to 1, from their first 64 characters; 0 for sure below `least`. */
export function jaroWinkler(texts: Texts, a: number, b: number, least = 0): number {
  const [n, m] = [lengthOf(texts, a), lengthOf(texts, b)];
  if (n === 0 || m === 0) return 0;
  const { units } = texts;
  const [startA, startB] = [texts.startOf(a), texts.startOf(b)];
  let prefix = 0;
  while (prefix < MAX_PREFIX && prefix < n && prefix < m && units[startA + prefix] === units[startB + prefix])
    prefix++;
  const mayMiss = missesUpTo(least, prefix, n, m);
  if (mayMiss < Math.max(n - m, 0)) return 0;
  const reach = Math.max((Math.max(n, m) >> 1) - 1, 0);
  taken.fill(0, 0, m);
  let common = 0;
  for (let i = 0; i < n; i++) {
    const code = units[startA + i] ?? 0;
    const end = Math.min(i + reach + 1, m);
    for (let j = Math.max(i - reach, 0); j < end; j++) {
      if (taken[j] === 1 || units[startB + j] !== code) continue;
      taken[j] = 1;
      matched[common++] = code;
      break;
    }
    if (i + 1 - common > mayMiss) return 0;
  }
  if (common === 0) return 0;
  let moved = 0;
  for (let j = 0, at = 0; j < m; j++) {
    if (taken[j] === 1 && units[startB + j] !== matched[at++]) moved++;
  }
  const jaro = (common / n + common / m + (common - moved / 2) / common) / 3;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}
