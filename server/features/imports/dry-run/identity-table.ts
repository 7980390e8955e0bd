import { hash } from 'node:crypto';

/** Tables side by side, by the first byte of a fingerprint: one of them is small, and so is what it takes to enlarge it. */
const PARTS = 256;
/** 32-bit words kept of a fingerprint. */
const WORDS = 4;
const FIRST_SLOTS = 64;
const FULLEST = 0.75;
const GROWTH = 1.25;

/** What stands for an identity: the words that are stored of its hash, and then the part they are stored in. */
export type Fingerprint = Int32Array;

/** The SHA-256 of an e-mail, or of a valid phone in E.164: one has an @ and the other none, so they never meet. */
export function fingerprintOf(identity: string): Fingerprint {
  // As text it comes four times faster than as a buffer.
  const digest = hash('sha256', identity, 'binary');
  return Int32Array.of(
    wordAt(digest, 4),
    wordAt(digest, 8),
    wordAt(digest, 12),
    wordAt(digest, 16) | 1,
    digest.charCodeAt(0),
  );
}

function wordAt(digest: string, at: number): number {
  return (
    digest.charCodeAt(at) |
    (digest.charCodeAt(at + 1) << 8) |
    (digest.charCodeAt(at + 2) << 16) |
    (digest.charCodeAt(at + 3) << 24)
  );
}

/**
 * A set of identities in 21 to 27 bytes each, whatever their length, outside the heap. Of each it keeps 135 bits of its
 * SHA-256 (8 choose the part, 127 are stored). That two identities share them is out of the question: among ten million,
 * the most it takes, there are 2^46 pairs, so by chance it happens in one of 2^89 files; and to find two on purpose takes
 * 2^67 attempts.
 */
export class IdentityTable {
  private readonly parts = Array.from({ length: PARTS }, () => new Part());
  private count = 0;

  /** How many there are. */
  get size(): number {
    return this.count;
  }

  /** What it takes of the memory. */
  get bytes(): number {
    return this.parts.reduce((sum, part) => sum + part.bytes, 0);
  }

  has(fingerprint: Fingerprint): boolean {
    return this.partOf(fingerprint).has(fingerprint);
  }

  add(fingerprint: Fingerprint): void {
    if (this.partOf(fingerprint).add(fingerprint)) this.count++;
  }

  private partOf(fingerprint: Fingerprint): Part {
    return this.parts[fingerprint[WORDS] ?? 0] as Part;
  }
}

/** Open addressing with linear probing; the last word of a fingerprint is odd, so a slot whose last word is 0 is free. */
class Part {
  private slots = new Int32Array(FIRST_SLOTS * WORDS);
  private used = 0;

  get bytes(): number {
    return this.slots.byteLength;
  }

  has(fingerprint: Fingerprint): boolean {
    return this.slots[this.find(fingerprint) + WORDS - 1] !== 0;
  }

  /** Answers whether it was not there. */
  add(fingerprint: Fingerprint): boolean {
    const at = this.find(fingerprint);
    if (this.slots[at + WORDS - 1] !== 0) return false;
    this.slots.set(fingerprint.subarray(0, WORDS), at);
    this.used++;
    if (this.used * WORDS > this.slots.length * FULLEST) this.grow();
    return true;
  }

  /** Where these words stand, or the free slot where they belong. */
  private find(words: Fingerprint): number {
    const { slots } = this;
    for (let at = this.homeOf(words[0] ?? 0); ; at = at + WORDS === slots.length ? 0 : at + WORDS) {
      if (slots[at + 3] === 0) return at;
      if (
        slots[at] === words[0] &&
        slots[at + 1] === words[1] &&
        slots[at + 2] === words[2] &&
        slots[at + 3] === words[3]
      ) {
        return at;
      }
    }
  }

  /** The first word as a share of all slots: any number of them will do, so that growth can be small. */
  private homeOf(first: number): number {
    return Math.floor(((first >>> 0) / 2 ** 32) * (this.slots.length / WORDS)) * WORDS;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(Math.ceil((old.length / WORDS) * GROWTH) * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + WORDS - 1] === 0) continue;
      const words = old.subarray(at, at + WORDS);
      this.slots.set(words, this.find(words));
    }
  }
}
