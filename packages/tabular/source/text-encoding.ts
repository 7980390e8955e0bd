import { Buffer } from 'node:buffer';
import { chunkDecoder } from '../encoding/chunk-decoder.ts';
import { EncodingCheck, type EncodingEvidence } from '../encoding/encoding-check.ts';
import type { Encoding } from '../encoding/encodings.ts';
import { detectLegacyEncoding } from '../encoding/legacy-encoding.ts';
import { pieces } from './byte-source.ts';
import type { ByteStream } from './types.ts';

export interface TextEncoding {
  encoding: Encoding;
  /** In bytes, 0 without a mark. */
  markLength: number;
}

/** Known facts about an unread text file. */
export interface EncodingHints {
  /** Overrides detection. */
  encoding?: Encoding | undefined;
  /** Result of an earlier pass. */
  evidence?: EncodingEvidence | undefined;
}

/**
 * In this order: `hints`, byte order mark, UTF-16 by NULs in `head`, UTF-8 (see `EncodingCheck`), the likeliest
 * older encoding. Evidence saves reading the file.
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
  return { encoding: isUtf8 ? 'utf-8' : await detectLegacyEncoding(sample), markLength: 0 };
}

/** Drops NUL characters, which PostgreSQL can't store, and a final Ctrl-Z, the end of file of DOS. */
export async function* decodeText(source: ByteStream, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = chunkDecoder(encoding.encoding);
  let held = '';
  for await (const piece of pieces(source, encoding.markLength)) {
    const text = held + withoutNul(decoder(piece, false));
    const end = beforeEndMark(text);
    held = text.slice(end);
    yield end === text.length ? text : text.slice(0, end);
  }
  const text = held + withoutNul(decoder(Buffer.alloc(0), true));
  yield text.slice(0, beforeEndMark(text));
}

/** Returns the text's length without a Ctrl-Z and white space at the end. */
function beforeEndMark(text: string): number {
  let at = text.length;
  let end = at;
  for (let code = text.charCodeAt(at - 1); code <= 32; code = text.charCodeAt(at - 1)) {
    at -= 1;
    if (code === CTRL_Z) end = at;
  }
  return end;
}

export function revealsEncoding(head: Uint8Array): boolean {
  return (byteOrderMark(head) ?? wideEncoding(head)) !== null;
}

export function isWideText(head: Uint8Array): boolean {
  const encoding = byteOrderMark(head)?.encoding ?? wideEncoding(head);
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

const CTRL_Z = 26;

function byteOrderMark(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  return null;
}

/** UTF-16 has NUL high bytes in delimiters, digits and Latin letters; a tenth of the pairs suffices. */
function wideEncoding(head: Uint8Array): Encoding | null {
  const filled = lengthWithoutPadding(head);
  // The pair of the last character may end with NUL.
  const length = Math.min(head.length, filled + (filled % 2));
  const zeros = [0, 0];
  for (let at = 0; at < length; at += 1) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(1, length / 20);
  if (odd >= enough && even * 50 <= odd) return 'utf-16le';
  if (even >= enough && odd * 50 <= even) return 'utf-16be';
  return null;
}

/** Returns the length without NUL, Ctrl-Z and white space at the end; some programs fill the last block. */
export function lengthWithoutPadding(head: Uint8Array): number {
  return head.findLastIndex((byte) => byte > 32) + 1;
}

async function collectEvidence(source: ByteStream): Promise<EncodingEvidence> {
  const check = new EncodingCheck();
  for await (const piece of pieces(source)) check.push(piece);
  return check.evidence;
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
