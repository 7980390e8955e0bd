import { Buffer, isAscii } from 'node:buffer';
import type { Encoding } from '../encoding/encodings.ts';
import { detectLegacyEncoding } from '../encoding/legacy-encoding.ts';
import { TextSample } from '../encoding/text-sample.ts';
import { pieces } from './byte-source.ts';
import type { ByteStream } from './types.ts';

/** Encoding of a text file and the length of its byte order mark. */
export interface TextEncoding {
  encoding: Encoding;
  /** Length of the byte order mark in bytes, 0 without a mark. */
  markLength: number;
}

/** What the bytes of a text file reveal about its encoding, unless it has a byte order mark or is UTF-16. */
export interface EncodingEvidence {
  isUtf8: boolean;
  /** Sample of the words beyond ASCII, for `detectLegacyEncoding`; empty for UTF-8. */
  sample: Uint8Array;
}

/** What is known of the encoding of a text file before it is read. */
export interface EncodingHints {
  /** Encoding to use, whatever the bytes say. */
  encoding?: Encoding | undefined;
  /** Result of an earlier pass over the bytes, or of its beginning. */
  evidence?: EncodingEvidence | undefined;
}

/**
 * Determines the encoding of a text file. In this order: the one that `hints` demand; the byte order mark; UTF-16 if the
 * NUL bytes in `head`, the first bytes, fall almost only on one side of the byte pairs; UTF-8 if the whole file is valid
 * UTF-8 but for a few bytes (see `EncodingCheck`); the likeliest of the older encodings. With evidence, the last two
 * steps don't read the file.
 */
export async function detectEncoding(
  source: ByteStream,
  head: Uint8Array,
  hints: EncodingHints = {},
): Promise<TextEncoding> {
  const marked = byteOrderMark(head);
  if (hints.encoding !== undefined) {
    return { encoding: hints.encoding, markLength: marked?.markLength ?? 0 };
  }
  if (marked !== null) return marked;
  const wide = wideEncoding(head);
  if (wide !== null) return { encoding: wide, markLength: 0 };
  const { isUtf8, sample } = hints.evidence ?? (await collectEvidence(source));
  return { encoding: isUtf8 ? 'utf-8' : detectLegacyEncoding(sample), markLength: 0 };
}

/** Returns whether two passes reveal the same encoding. */
export function isSameEvidence(one: EncodingEvidence, other: EncodingEvidence): boolean {
  return one.isUtf8 === other.isUtf8 && Buffer.compare(one.sample, other.sample) === 0;
}

/** Decodes a file in chunks and drops NUL characters, which PostgreSQL can't store. */
export async function* decodeText(source: ByteStream, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = chunkDecoder(encoding.encoding);
  for await (const piece of pieces(source, encoding.markLength)) yield withoutNul(decoder(piece, false));
  yield withoutNul(decoder(Buffer.alloc(0), true));
}

/** Returns whether the first bytes of a file determine its encoding: by a byte order mark, or as UTF-16. */
export function revealsEncoding(head: Uint8Array): boolean {
  return (byteOrderMark(head) ?? wideEncoding(head)) !== null;
}

/** Returns whether the first bytes of a file mark its text as UTF-16. */
export function isWideText(head: Uint8Array): boolean {
  const encoding = byteOrderMark(head)?.encoding ?? wideEncoding(head);
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

function byteOrderMark(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  return null;
}

/**
 * Detects UTF-16 without a byte order mark. Delimiters, digits, line ends and Latin letters have a NUL as
 * their high byte; no text has a NUL as its low byte. NULs in a tenth of the pairs are enough, so that Greek
 * or Cyrillic columns don't hide them.
 */
function wideEncoding(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(1, head.length / 20);
  if (odd >= enough && even * 50 <= odd) return 'utf-16le';
  if (even >= enough && odd * 50 <= even) return 'utf-16be';
  return null;
}

async function collectEvidence(source: ByteStream): Promise<EncodingEvidence> {
  const check = new EncodingCheck();
  for await (const piece of pieces(source)) check.push(piece);
  return check.evidence;
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
function completeUtf8Length(bytes: Uint8Array): number {
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

type ChunkDecoder = (bytes: Buffer, last: boolean) => string;

/**
 * Creates a decoder for bytes in chunks, which may split a character. The decoder keeps a byte order mark.
 */
export function chunkDecoder(encoding: Encoding): ChunkDecoder {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding === 'windows-1252') return (bytes) => windows1252(bytes);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const decode: ChunkDecoder = (bytes, last) => decoder.decode(bytes, { stream: !last });
  if (!SINGLE_BYTE.test(encoding)) return decode;
  return (bytes, last) => (isAscii(bytes) ? bytes.toString('latin1') : decode(bytes, last));
}

/** Encodings whose chunks never split a character, so that ASCII chunks can take the fast path. */
const SINGLE_BYTE = /^(?:windows|iso-8859|koi8|ibm|x-mac)-?|^macintosh$/;

/**
 * Creates a decoder for UTF-8 in chunks. ASCII chunks become one-byte strings, unlike those of TextDecoder:
 * half the memory, and faster to scan. Invalid bytes become U+FFFD.
 */
function utf8Decoder(): ChunkDecoder {
  let carried = Buffer.alloc(0);
  return (piece, last) => {
    const bytes = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
    const complete = last ? bytes.length : completeUtf8Length(bytes);
    carried = complete === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(complete));
    const whole = bytes.subarray(0, complete);
    return isAscii(whole) ? whole.toString('latin1') : whole.toString('utf8');
  };
}

/**
 * Decodes Windows-1252, which is Latin-1 except for 0x80 to 0x9F. Its five unassigned bytes stay Latin-1
 * control characters.
 */
function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]+/g, (run) => EXTRAS.decode(Buffer.from(run, 'latin1')));
}

const EXTRAS = new TextDecoder('windows-1252');

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
