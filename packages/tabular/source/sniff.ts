import { FileProblem } from './file-problem.ts';
import { isWideText } from './text-encoding.ts';

/**
 * Container by the first bytes of a file: a ZIP archive (such as XLSX), a compound file (such as XLS), an
 * Excel workbook older than compound files, or text.
 */
export type Container = 'zip' | 'compound' | 'biff' | 'text';

/** Bytes from the start of a file that `sniff` and the UTF-16 detection need. */
export const HEAD_BYTES = 8 * 1024;

const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Signatures of files that people upload by mistake. */
const OTHERS: readonly (readonly [string, readonly number[]])[] = [
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [...ascii('GIF8')]],
  ['a PDF document', [...ascii('%PDF')]],
  ['an RTF document', [...ascii('{\\rtf')]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a RAR archive', [...ascii('Rar!')]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['an SQLite database', [...ascii('SQLite format')]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['a Parquet file', [...ascii('PAR1')]],
];

/** Patterns of text that is not a table, tested after white space and a byte order mark. */
const MARKUP: readonly (readonly [string, RegExp])[] = [
  ['a web page', /^<(?:!doctype|html|head|body|table|meta|style)\b/i],
  ['an XML document', /^<\?xml\b/i],
  ['a JSON document', /^(?:\[\s*[[{]|\{\s*")/],
];

/**
 * Detects the container from the first HEAD_BYTES of a file, whatever its name.
 * @throws FileProblem `not_supported`, naming the kind of file, for anything that can't hold a table
 */
export function sniff(head: Uint8Array, filename: string): Container {
  if (ZIP.some((mark) => startsWith(head, mark))) return 'zip';
  if (startsWith(head, COMPOUND)) return 'compound';
  if (isBiff(head)) return 'biff';
  const other = OTHERS.find(([, mark]) => startsWith(head, mark))?.[0] ?? markup(head);
  if (other !== undefined) throw notSupported(filename, other);
  if (!isWideText(head) && isBinary(head)) throw notSupported(filename, 'neither text nor a workbook');
  return 'text';
}

/** Creates the error for an unsupported file; `what` is an English noun phrase such as `a PDF document`. */
export function notSupported(filename: string, what: string): FileProblem {
  const message = `'${filename}' is ${what}. Save the table as CSV or XLSX and upload that.`;
  return new FileProblem('not_supported', message);
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function startsWith(head: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => head[index] === byte);
}

/**
 * Returns whether the bytes begin with the first record of Excel 2, 3 or 4: kind (0x0009, 0x0209 or 0x0409)
 * and length (4 or 6), little-endian.
 */
function isBiff(head: Uint8Array): boolean {
  const [kind, version, length, high] = head;
  const known = version === 0 || version === 2 || version === 4;
  return kind === 9 && known && (length === 4 || length === 6) && high === 0;
}

function markup(head: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  const start = text.replaceAll('\0', '').replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '');
  return MARKUP.find(([, pattern]) => pattern.test(start))?.[0];
}

/**
 * Returns whether over 5 % of the bytes are control characters other than tab, line feed, form feed and
 * carriage return.
 */
function isBinary(head: Uint8Array): boolean {
  const controls = head.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return controls * 20 > head.length;
}
