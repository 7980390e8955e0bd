import { asBuffer } from './byte-source.ts';
import { MARKUP, notSupported, type OtherFormat, SIGNATURES, unknownFormat } from './other-formats.ts';
import { isWideText, lengthWithoutPadding } from './text-encoding.ts';

/** ZIP (XLSX), compound file (XLS), workbook older than compound files, or text. */
export type Container = 'zip' | 'compound' | 'biff' | 'text';

export const HEAD_BYTES = 8 * 1024;

const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** @throws FileProblem `not_supported`, naming the format, for anything without a table */
export function sniff(head: Uint8Array, filename: string): Container {
  if (ZIP.some((mark) => startsWith(head, mark))) return 'zip';
  if (startsWith(head, COMPOUND)) return 'compound';
  if (isBiff(head)) return 'biff';
  const other = signature(head) ?? markup(head);
  if (other !== undefined) throw notSupported(other);
  if (!isWideText(head) && isBinary(head)) throw unknownFormat(filename);
  return 'text';
}

function startsWith(head: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => head[index] === byte);
}

/** First record of Excel 2, 3 or 4, little-endian. */
function isBiff(head: Uint8Array): boolean {
  const [kind, version, length, high] = head;
  const known = version === 0 || version === 2 || version === 4;
  return kind === 9 && known && (length === 4 || length === 6) && high === 0;
}

function signature(head: Uint8Array): OtherFormat | undefined {
  const text = latin1(head.subarray(0, 32));
  return SIGNATURES.find(([at, mark]) => text.startsWith(mark, at))?.[2];
}

function markup(head: Uint8Array): OtherFormat | undefined {
  const start = latin1(head.subarray(0, 2048))
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '');
  return MARKUP.find(([pattern]) => pattern.test(start))?.[1];
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

function isBinary(head: Uint8Array): boolean {
  const text = head.subarray(0, lengthWithoutPadding(head));
  const controls = text.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return text.length === 0 ? head.includes(0) : controls * 20 > text.length;
}
