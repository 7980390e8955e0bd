import { hash } from 'node:crypto';

/**
 * Number of sub-tables, chosen by the first byte of a fingerprint. Each stays small, so growing one needs little
 * memory.
 */
const PARTS = 256;
/** 32-bit words stored per fingerprint. */
const WORDS = 4;
const FIRST_SLOTS = 64;
const MAX_LOAD = 0.75;
const GROWTH = 1.25;

/** Hash of an identity: the stored words, followed by the index of the sub-table that stores them. */
export type Fingerprint = Int32Array;

/**
 * Returns the SHA-256 fingerprint of an email or of a valid phone in E.164. Only an email contains an @, so the two
 * kinds never collide.
 */
export function fingerprintOf(identity: string): Fingerprint {
  const known = recent.find((one) => one.identity === identity);
  if (known !== undefined) return known.fingerprint;
  const fingerprint = computeFingerprint(identity);
  recent = [{ identity, fingerprint }, recent[0] as RecentIdentity];
  return fingerprint;
}

interface RecentIdentity {
  identity: string;
  fingerprint: Fingerprint;
}

/** The last two identities: a check asks for those of a row once more when the grid lists the row. */
let recent: [RecentIdentity, RecentIdentity] = [
  { identity: '', fingerprint: computeFingerprint('') },
  { identity: '', fingerprint: computeFingerprint('') },
];

function computeFingerprint(identity: string): Fingerprint {
  // Hashing to a binary string is four times as fast as hashing to a buffer.
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
 * A set of identities at 21 to 27 bytes each, regardless of their length, held outside the heap.
 *
 * It keeps 135 bits of each SHA-256: 8 choose the sub-table, 127 are stored. Collisions are out of the question: among
 * ten million identities, the maximum, there are 2^46 pairs, so a random collision occurs in one of 2^89 files, and
 * finding one deliberately takes 2^67 attempts.
 */
export class IdentityTable {
  private readonly parts = Array.from({ length: PARTS }, () => new Part());
  private count = 0;

  /** Number of identities in the set. */
  get size(): number {
    return this.count;
  }

  /** Memory used, in bytes. */
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

/**
 * Hash table with open addressing and linear probing. The last word of a fingerprint is odd, so a slot whose last word
 * is 0 is free.
 */
class Part {
  private slots = new Int32Array(FIRST_SLOTS * WORDS);
  private used = 0;

  get bytes(): number {
    return this.slots.byteLength;
  }

  has(fingerprint: Fingerprint): boolean {
    return this.slots[this.find(fingerprint, 0) + WORDS - 1] !== 0;
  }

  /** Adds a fingerprint; returns false if it was already there. */
  add(fingerprint: Fingerprint): boolean {
    if (!this.store(fingerprint, 0)) return false;
    this.used++;
    if (this.used * WORDS > this.slots.length * MAX_LOAD) this.grow();
    return true;
  }

  /** Stores the words from position `from`; returns false if they were already there. */
  private store(words: Int32Array, from: number): boolean {
    const { slots } = this;
    const at = this.find(words, from);
    if (slots[at + WORDS - 1] !== 0) return false;
    // A part of the array would be an object of its own for each identity.
    for (let word = 0; word < WORDS; word++) slots[at + word] = words[from + word] ?? 0;
    return true;
  }

  /** Returns the position of the words from position `from`, or of the free slot where they belong. */
  private find(words: Int32Array, from: number): number {
    const { slots } = this;
    for (let at = this.homeOf(words[from] ?? 0); ; at = at + WORDS === slots.length ? 0 : at + WORDS) {
      if (slots[at + 3] === 0) return at;
      if (
        slots[at] === words[from] &&
        slots[at + 1] === words[from + 1] &&
        slots[at + 2] === words[from + 2] &&
        slots[at + 3] === words[from + 3]
      ) {
        return at;
      }
    }
  }

  /** Scales the first word to the number of slots. Any number of slots works, so the table can grow in small steps. */
  private homeOf(first: number): number {
    return Math.floor(((first >>> 0) / 2 ** 32) * (this.slots.length / WORDS)) * WORDS;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(Math.ceil((old.length / WORDS) * GROWTH) * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + WORDS - 1] !== 0) this.store(old, at);
    }
  }
}
