const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns a 32-bit hash of a text, continuing from `seed`. */
export function hashText(text: string, seed = SEED): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return finished(hash);
}

/** Returns `hashText` of code units. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (units[i] ?? 0), PRIME);
  return finished(hash);
}

function finished(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Combines two hashes into a key that is never 0. */
export function mixHashes(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash ^= hash >>> 13;
  return Math.imul(hash, 0xc2b2ae35) >>> 0 || 1;
}
