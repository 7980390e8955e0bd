// Bitmaps over the leads of a segment: bit n, the most significant of its byte first, stands for the n-th lead in id order.

/** Number of set bits in each byte value. */
const BITS_OF_BYTE = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length,
);

/** An empty bitmap for the leads of a segment. */
export function noBits(leads: number): Uint8Array {
  return new Uint8Array(Math.ceil(leads / 8));
}

/** A bitmap with the bits of all leads of a segment set. */
export function allBits(leads: number): Uint8Array {
  const bits = noBits(leads).fill(0xff);
  if (leads % 8 > 0) bits[bits.length - 1] = 0xff << (8 - (leads % 8));
  return bits;
}

export function setBit(bits: Uint8Array, position: number): void {
  const byte = position >> 3;
  bits[byte] = (bits[byte] as number) | (0x80 >> (position & 7));
}

/** Intersects `bits` in place with another bitmap of the same segment. */
export function intersect(bits: Uint8Array, others: Uint8Array): Uint8Array {
  for (let byte = 0; byte < bits.length; byte++) {
    bits[byte] = (bits[byte] as number) & (others[byte] as number);
  }
  return bits;
}

export function bitCount(bits: Uint8Array): number {
  let count = 0;
  for (let byte = 0; byte < bits.length; byte++) count += BITS_OF_BYTE[bits[byte] as number] as number;
  return count;
}

export function clearBit(bits: Uint8Array, position: number): void {
  bits[position >> 3] = (bits[position >> 3] as number) & ~(0x80 >> (position & 7));
}

/** Returns the positions of the set bits, the highest first. */
export function positionsOf(bits: Uint8Array): number[] {
  const positions: number[] = [];
  for (let byte = bits.length - 1; byte >= 0; byte--) {
    const value = bits[byte] as number;
    for (let bit = 7; value !== 0 && bit >= 0; bit--) {
      if (value & (0x80 >> bit)) positions.push(byte * 8 + bit);
    }
  }
  return positions;
}

/** Formats a bitmap as a PostgreSQL bit string literal: `X` and hexadecimal digits. */
export function bitLiteral(bits: Uint8Array): string {
  return `X${Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString('hex')}`;
}

/**
 * Encodes ascending positions as a posting list: the gaps between them, a byte for each 255 and one for the rest, where that is
 * shorter than a bitmap, else the bitmap.
 */
export function encodePosting(positions: readonly number[], leads: number): Uint8Array {
  const bitmap = noBits(leads);
  const gaps: number[] = [];
  let next = 0;
  for (const position of positions) {
    setBit(bitmap, position);
    let gap = position - next;
    for (; gap >= 0xff; gap -= 0xff) gaps.push(0xff);
    gaps.push(gap);
    next = position + 1;
  }
  return gaps.length < bitmap.length ? Uint8Array.from(gaps) : bitmap;
}

/** Decodes a posting list of `encodePosting` into a bitmap. */
export function decodePosting(posting: Uint8Array, leads: number): Uint8Array {
  const bits = noBits(leads);
  if (posting.length === bits.length) return new Uint8Array(posting);
  let position = 0;
  for (const gap of posting) {
    position += gap;
    if (gap < 0xff) setBit(bits, position++);
  }
  return bits;
}

/** Returns the trigrams of a text, hashed to 16 bits each. */
export function hashedTrigrams(text: string): Set<number> {
  const trigrams = new Set<number>();
  for (let at = 0; at + 2 < text.length; at++) {
    const pair = 31 * text.charCodeAt(at) + text.charCodeAt(at + 1);
    trigrams.add(Math.imul(31 * pair + text.charCodeAt(at + 2), 0x9e3779b1) >>> 16);
  }
  return trigrams;
}

/** Encodes a set of hashed trigrams as PostgreSQL numbers the bits of bytes: the lowest first. */
export function trigramSet(trigrams: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
  const set = new Uint8Array((1 << 16) / 8);
  for (const bit of trigrams) set[bit >> 3] = (set[bit >> 3] as number) | (1 << (bit & 7));
  return set;
}
