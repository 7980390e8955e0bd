/** 1 in 250 new identities is taken for seen at the end of a file. */
const BITS_PER_IDENTITY = 32;
/** An email and a phone. */
const IDENTITIES_PER_ROW = 2;
const MIN_BITS = 2 ** 16;
/** 16 MiB; beyond two million rows more are taken for seen: 1 in 15 at the end of ten million. */
const MAX_BITS = 2 ** 27;

const BITS_PER_WORD = 32;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Bloom filter with two hashes of the emails and phones of a file's rows so far: what was added is always recognized. */
export class SeenIdentities {
  private readonly words: Uint32Array;
  private readonly mask: number;

  /** @param rows number of rows of the file */
  constructor(rows: number) {
    const wanted = rows * IDENTITIES_PER_ROW * BITS_PER_IDENTITY;
    const bits = 2 ** Math.ceil(Math.log2(Math.min(MAX_BITS, Math.max(MIN_BITS, wanted))));
    this.words = new Uint32Array(bits / BITS_PER_WORD);
    this.mask = bits - 1;
  }

  /** Size in bytes. */
  get bytes(): number {
    return this.words.byteLength;
  }

  /** Returns whether the identity was there, or is taken for one that was. */
  add(identity: string): boolean {
    const hash = hashOf(identity);
    const first = this.set(mixed(hash) & this.mask);
    return this.set(mixed(hash ^ FNV_OFFSET) & this.mask) && first;
  }

  /** Sets a bit; returns whether it was set. */
  private set(bit: number): boolean {
    const word = bit >>> 5;
    const before = this.words[word] ?? 0;
    const after = before | (1 << (bit & (BITS_PER_WORD - 1)));
    this.words[word] = after;
    return before === after >>> 0;
  }
}

/** Returns the FNV-1a hash of a text's UTF-16 code units. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** Spreads a hash over all 32 bits (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
