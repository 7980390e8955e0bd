import { hash } from 'node:crypto';

/** Sub-tables by the first byte of a fingerprint, so that growing one needs little memory. */
const PARTS = 256;
/** 32-bit words stored per fingerprint. */
const WORDS = 4;
const FIRST_SLOTS = 64;
const MAX_LOAD = 0.75;
const GROWTH = 1.25;

/** The stored words, then the index of their sub-table. */
export type Fingerprint = Int32Array;

/** SHA-256 of an email or a valid phone in E.164; only an email has an @. */
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

/** A check asks for a row's identities again when the grid lists it. */
let recent: [RecentIdentity, RecentIdentity] = [
  { identity: '', fingerprint: computeFingerprint('') },
  { identity: '', fingerprint: computeFingerprint('') },
];

function computeFingerprint(identity: string): Fingerprint {
  // Four times as fast as to a buffer.
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
 * A set of identities at 21 to 27 bytes each, outside the heap.
 * It keeps 135 bits of each SHA-256. Among ten million identities a random collision occurs in one of 2^89 files, and finding one takes
 * 2^67 attempts.
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

/** Open addressing, linear probing. The last word of a fingerprint is odd; 0 marks a free slot. */
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

  /** False if they were already there. */
  private store(words: Int32Array, from: number): boolean {
    const { slots } = this;
    const at = this.find(words, from);
    if (slots[at + WORDS - 1] !== 0) return false;
    // A subarray would be an object for each identity.
    for (let word = 0; word < WORDS; word++) slots[at + word] = words[from + word] ?? 0;
    return true;
  }

  /** Position of the words, or of the free slot for them. */
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

  /** Any number of slots works, so the table grows in small steps. */
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
