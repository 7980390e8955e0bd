import { Buffer, isAscii } from 'node:buffer';
import { TextSample } from './text-sample.ts';

/** Irrelevant with a byte order mark and for UTF-16. */
export interface EncodingEvidence {
  isUtf8: boolean;
  /** Non-ASCII words; empty for UTF-8. */
  sample: Uint8Array;
}

export function isSameEvidence(one: EncodingEvidence, other: EncodingEvidence): boolean {
  return one.isUtf8 === other.isUtf8 && Buffer.compare(one.sample, other.sample) === 0;
}

/**
 * UTF-8 wins if more non-ASCII characters are whole than broken: programs may cut a text within a character,
 * but other encodings yield hardly any whole one.
 */
export class EncodingCheck {
  readonly #sample = new TextSample();
  #carried = Buffer.alloc(0);
  #whole = 0;
  #broken = 0;

  /** An incomplete last character counts as broken. */
  get evidence(): EncodingEvidence {
    return this.#evidenceOf(this.#broken + (this.#carried.length > 0 ? 1 : 0));
  }

  get evidenceSoFar(): EncodingEvidence {
    return this.#evidenceOf(this.#broken);
  }

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

/** Returns 0 for a broken character. */
function wholeLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = lengthByFirst(first);
  for (let next = at + 1; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function lengthByFirst(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

/** Returns the length up to the last complete character. */
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
