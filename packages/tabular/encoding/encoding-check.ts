import { Buffer, isAscii } from 'node:buffer';
import { TextSample } from './text-sample.ts';

/** Evidence of a text file's encoding in its bytes. Irrelevant with a byte order mark and for UTF-16. */
export interface EncodingEvidence {
  isUtf8: boolean;
  /** Sample of the words beyond ASCII, for `detectLegacyEncoding`; empty for UTF-8. */
  sample: Uint8Array;
}

/** Returns whether two passes reveal the same encoding. */
export function isSameEvidence(one: EncodingEvidence, other: EncodingEvidence): boolean {
  return one.isUtf8 === other.isUtf8 && Buffer.compare(one.sample, other.sample) === 0;
}

/**
 * Distinguishes UTF-8 from older encodings by the bytes of a whole file, pushed in pieces of any size. A program that cuts
 * a text between two bytes leaves a broken character in a file that is otherwise UTF-8. So UTF-8 wins if more characters
 * beyond ASCII are whole than broken: in another encoding hardly any would be whole.
 */
export class EncodingCheck {
  readonly #sample = new TextSample();
  #carried = Buffer.alloc(0);
  #whole = 0;
  #broken = 0;

  /** Result after the last byte. An incomplete character at the end counts as broken. */
  get evidence(): EncodingEvidence {
    return this.#evidenceOf(this.#broken + (this.#carried.length > 0 ? 1 : 0));
  }

  /** Result so far, valid unless a later byte changes it. */
  get evidenceSoFar(): EncodingEvidence {
    return this.#evidenceOf(this.#broken);
  }

  /** Checks the next bytes of the file. */
  push(piece: Uint8Array): void {
    if (this.#carried.length === 0 && isAscii(piece)) {
      this.#sample.skip();
      return;
    }
    const bytes = this.#carried.length === 0 ? piece : Buffer.concat([this.#carried, piece]);
    const complete = completeUtf8Length(bytes);
    this.#count(bytes, complete);
    this.#carried = Buffer.from(bytes.subarray(complete));
    // UTF-8 needs no sample.
    if (this.#broken > 0 || this.#carried.length > 0) this.#sample.push(piece);
    else this.#sample.skip();
  }

  #evidenceOf(broken: number): EncodingEvidence {
    const isUtf8 = broken === 0 || this.#whole > broken;
    return { isUtf8, sample: isUtf8 ? new Uint8Array(0) : this.#sample.bytes };
  }

  #count(bytes: Uint8Array, end: number): void {
    for (let at = 0; at < end; ) {
      if ((bytes[at] ?? 0) < 0x80) {
        at += 1;
        continue;
      }
      const length = wholeLength(bytes, at);
      if (length === 0) this.#broken += 1;
      else this.#whole += 1;
      at += Math.max(1, length);
    }
  }
}

/** Returns the length of the character of several bytes at `at`, or 0 if it is not whole. */
function wholeLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = lengthByFirst(first);
  for (let next = at + 1; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Returns the length of a UTF-8 character by its first byte, which is at least 0xC0. */
function lengthByFirst(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

/**
 * Returns the length of the leading part that ends with a complete character. The rest, at most three bytes,
 * is the beginning of a character.
 */
export function completeUtf8Length(bytes: Uint8Array): number {
  const first = Math.max(0, bytes.length - 3);
  for (let at = bytes.length - 1; at >= first; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      return at + lengthByFirst(byte) > bytes.length ? at : bytes.length;
    }
  }
  return bytes.length;
}
