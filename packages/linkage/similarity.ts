const MAX_LENGTH = 64;
const taken = new Uint8Array(MAX_LENGTH);
const matched = new Uint16Array(MAX_LENGTH);
const MAX_PREFIX = 4;
const PREFIX_WEIGHT = 0.1;

/** Jaro-Winkler similarity of numbered texts; most that differ are told apart by their letters alone. */
export class Similarity {
  readonly #texts: readonly string[];
  readonly #letters: Int32Array;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#letters = Int32Array.from(texts, lettersOf);
  }

  /** Returns the similarity of two texts by their numbers, or 0 below `least`. */
  of(a: number, b: number, least: number): number {
    const [one, two] = [this.#texts[a] ?? '', this.#texts[b] ?? ''];
    const [n, m] = [Math.min(one.length, MAX_LENGTH), Math.min(two.length, MAX_LENGTH)];
    const prefix = one.charCodeAt(0) === two.charCodeAt(0) ? MAX_PREFIX : 0;
    const [left, right] = [this.#letters[a] ?? 0, this.#letters[b] ?? 0];
    const mayMiss = missesUpTo(least, prefix, n, m);
    if (bitsOf(left & ~right) > mayMiss || bitsOf(right & ~left) > mayMiss + m - n) return 0;
    return jaroWinkler(one, two, least);
  }
}

/** Returns a bit for each class of characters that a text has. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < Math.min(text.length, MAX_LENGTH); i++) letters |= 1 << (text.charCodeAt(i) & 31);
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
export function jaroWinkler(a: string, b: string, least = 0): number {
  const n = Math.min(a.length, MAX_LENGTH);
  const m = Math.min(b.length, MAX_LENGTH);
  if (n === 0 || m === 0) return 0;
  let prefix = 0;
  while (prefix < MAX_PREFIX && prefix < n && prefix < m && a.charCodeAt(prefix) === b.charCodeAt(prefix))
    prefix++;
  const mayMiss = missesUpTo(least, prefix, n, m);
  if (mayMiss < Math.max(n - m, 0)) return 0;
  const reach = Math.max((Math.max(n, m) >> 1) - 1, 0);
  taken.fill(0, 0, m);
  let common = 0;
  for (let i = 0; i < n; i++) {
    const code = a.charCodeAt(i);
    const end = Math.min(i + reach + 1, m);
    for (let j = Math.max(i - reach, 0); j < end; j++) {
      if (taken[j] === 1 || b.charCodeAt(j) !== code) continue;
      taken[j] = 1;
      matched[common++] = code;
      break;
    }
    if (i + 1 - common > mayMiss) return 0;
  }
  if (common === 0) return 0;
  let moved = 0;
  for (let j = 0, at = 0; j < m; j++) {
    if (taken[j] === 1 && b.charCodeAt(j) !== matched[at++]) moved++;
  }
  const jaro = (common / n + common / m + (common - moved / 2) / common) / 3;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

/** Tells whether two texts differ by at most one inserted, removed, replaced or swapped character. */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const [left, right] = [endA - start, endB - start];
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
