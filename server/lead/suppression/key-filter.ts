import { KEY_BYTES } from './keys.ts';

/** Bits per expected key; 0.2 % of other keys then pass, 1 % with half as many keys again. */
const BITS_PER_KEY = 17;
/** A block is a cache line at most: each key sets a few bits of one. */
const BLOCK_BYTES = 32;
const BITS_OF_KEY = 5;

/** Keys by a Bloom filter of blocks: says no only for keys that were never added. */
export class KeyFilter {
  readonly bits: Buffer;
  private readonly blocks: number;

  /** @param bits of an earlier filter */
  constructor(bits: Buffer) {
    this.bits = bits;
    this.blocks = bits.length / BLOCK_BYTES;
  }

  static for(keys: number): KeyFilter {
    return new KeyFilter(Buffer.alloc(Math.ceil((keys * BITS_PER_KEY) / 8 / BLOCK_BYTES) * BLOCK_BYTES));
  }

  /** Adds keys of `KEY_BYTES` each. */
  add(keys: Buffer): void {
    for (let at = 0; at < keys.length; at += KEY_BYTES) {
      const block = this.blockOf(keys, at);
      for (let bit = at + 4; bit < at + 4 + BITS_OF_KEY; bit++) {
        const place = keys[bit] as number;
        const byte = block + (place >>> 3);
        this.bits[byte] = (this.bits[byte] as number) | (1 << (place & 7));
      }
    }
  }

  mayHold(keys: Buffer, position: number): boolean {
    const at = position * KEY_BYTES;
    const block = this.blockOf(keys, at);
    for (let bit = at + 4; bit < at + 4 + BITS_OF_KEY; bit++) {
      const place = keys[bit] as number;
      if (((this.bits[block + (place >>> 3)] as number) & (1 << (place & 7))) === 0) return false;
    }
    return true;
  }

  /** Keys in ascending order are in blocks in ascending order. */
  private blockOf(keys: Buffer, at: number): number {
    return Math.floor((keys.readUInt32BE(at) / 2 ** 32) * this.blocks) * BLOCK_BYTES;
  }
}
