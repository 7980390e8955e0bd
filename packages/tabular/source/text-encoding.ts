import { Buffer, isAscii } from 'node:buffer';
import { pieces } from './byte-source.ts';
import type { ByteStream, Encoding } from './types.ts';

/** Encoding of a text file and the length of its byte order mark. */
export interface TextEncoding {
  encoding: Encoding;
  /** Length of the byte order mark in bytes, 0 without a mark. */
  markLength: number;
}

/**
 * Encoding found by an earlier pass over the bytes. Applies when the file has no byte order mark and is not
 * UTF-16.
 */
export type KnownEncoding = 'utf-8' | 'windows-1252';

/**
 * Detects the encoding of a text file. In this order: the byte order mark; UTF-16 if the NUL bytes in `head`,
 * the first bytes, fall almost only on one side of the byte pairs; UTF-8 if the whole file is valid UTF-8 but
 * for a few bytes (see `EncodingCheck`); Windows-1252. With `known`, the last two steps don't read the file.
 */
export async function detectEncoding(
  source: ByteStream,
  head: Uint8Array,
  known: KnownEncoding | null = null,
): Promise<TextEncoding> {
  const marked = byteOrderMark(head);
  if (marked !== null) return marked;
  const wide = wideEncoding(head);
  if (wide !== null) return { encoding: wide, markLength: 0 };
  return { encoding: known ?? (await plainEncoding(source)), markLength: 0 };
}

/** Decodes a file in chunks and drops NUL characters, which PostgreSQL can't store. */
export async function* decodeText(source: ByteStream, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = chunkDecoder(encoding.encoding);
  for await (const piece of pieces(source, encoding.markLength)) yield withoutNul(decoder(piece, false));
  yield withoutNul(decoder(Buffer.alloc(0), true));
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

async function plainEncoding(source: ByteStream): Promise<KnownEncoding> {
  const check = new EncodingCheck();
  for await (const piece of pieces(source)) check.push(piece);
  return check.encoding;
}

/**
 * Distinguishes UTF-8 from Windows-1252 by the bytes of a whole file, pushed in pieces of any size. A program
 * that cuts a text between two bytes leaves a broken character in a file that is otherwise UTF-8. So UTF-8 wins
 * if more characters beyond ASCII are whole than broken: in Windows-1252 hardly any would be whole.
 */
export class EncodingCheck {
  #carried = Buffer.alloc(0);
  #whole = 0;
  #broken = 0;

  /** Result after the last byte. An incomplete character at the end counts as broken. */
  get encoding(): KnownEncoding {
    return encodingBy(this.#whole, this.#broken + (this.#carried.length > 0 ? 1 : 0));
  }

  /** Result so far, valid unless a later byte changes it. */
  get encodingSoFar(): KnownEncoding {
    return encodingBy(this.#whole, this.#broken);
  }

  /** Checks the next bytes of the file. */
  push(piece: Uint8Array): void {
    if (this.#carried.length === 0 && isAscii(piece)) return;
    const bytes = this.#carried.length === 0 ? piece : Buffer.concat([this.#carried, piece]);
    const complete = completeUtf8Length(bytes);
    this.#count(bytes, complete);
    this.#carried = Buffer.from(bytes.subarray(complete));
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

function encodingBy(whole: number, broken: number): KnownEncoding {
  return broken === 0 || whole > broken ? 'utf-8' : 'windows-1252';
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
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

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
