import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { pieces } from './byte-source.ts';
import type { ByteStream, Encoding } from './types.ts';

/** How the bytes of a text file are to be read. */
export interface TextEncoding {
  encoding: Encoding;
  /** Bytes of the byte order mark before the text. */
  markLength: number;
}

/** What a pass over the bytes of a file has told already: the one of these it is, if it has no mark and is not UTF-16. */
export type KnownEncoding = 'utf-8' | 'windows-1252';

/**
 * The encoding of a text file, decided in this order: its byte order mark; UTF-16 where NUL bytes in the first
 * bytes (`head`) stand on one side of the pairs alone; UTF-8 when the whole file is valid UTF-8; Windows-1252. With
 * `known` the file is not read for the last two.
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

/** The text of a file in chunks, without NUL characters, which the database cannot store. */
export async function* decodeText(source: ByteStream, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = chunkDecoder(encoding.encoding);
  for await (const piece of pieces(source, encoding.markLength)) yield withoutNul(decoder(piece, false));
  yield withoutNul(decoder(Buffer.alloc(0), true));
}

/** Whether the first bytes of a file say that its text is UTF-16. */
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
 * UTF-16 without a mark: delimiters, digits, line ends and Latin letters have a NUL as their high byte, and no text
 * has a NUL as its low byte. A tenth of the pairs is enough, so that Greek or Cyrillic columns do not hide it.
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
  for await (const piece of pieces(source)) {
    check.push(piece);
    if (check.isDecided) break;
  }
  return check.encoding;
}

/** Tells UTF-8 from Windows-1252 by the bytes of a whole file, pushed in pieces of any size. */
export class EncodingCheck {
  #carried = Buffer.alloc(0);
  #isUtf8 = true;

  /** Whether no further byte can change the answer. */
  get isDecided(): boolean {
    return !this.#isUtf8;
  }

  /** The answer once all bytes are pushed: a character that is not complete then is none. */
  get encoding(): KnownEncoding {
    return this.#isUtf8 && this.#carried.length === 0 ? 'utf-8' : 'windows-1252';
  }

  /** The answer should nothing in the bytes to come change it. */
  get encodingSoFar(): KnownEncoding {
    return this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }

  push(piece: Uint8Array): void {
    if (!this.#isUtf8) return;
    const bytes = this.#carried.length === 0 ? piece : Buffer.concat([this.#carried, piece]);
    const complete = completeUtf8Length(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, complete));
    this.#carried = Buffer.from(bytes.subarray(complete));
  }
}

/** Bytes up to the last character that is complete; the rest is the beginning of one, at most three bytes. */
function completeUtf8Length(bytes: Uint8Array): number {
  const first = Math.max(0, bytes.length - 3);
  for (let at = bytes.length - 1; at >= first; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return at + length > bytes.length ? at : bytes.length;
    }
  }
  return bytes.length;
}

type ChunkDecoder = (bytes: Buffer, last: boolean) => string;

/** A decoder for bytes in chunks, which may end within a character. A byte order mark is kept. */
export function chunkDecoder(encoding: Encoding): ChunkDecoder {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding === 'windows-1252') return (bytes) => windows1252(bytes);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

/**
 * Bytes of UTF-8 in chunks to text. Chunks that are ASCII become strings of one byte a character, which TextDecoder's
 * are not: half the memory, and scanned faster. What is not UTF-8 becomes U+FFFD.
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

/** Windows-1252 is Latin-1 save for 0x80 to 0x9F; its five unassigned bytes stay the control characters of Latin-1. */
function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]+/g, (run) => EXTRAS.decode(Buffer.from(run, 'latin1')));
}

const EXTRAS = new TextDecoder('windows-1252');

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
