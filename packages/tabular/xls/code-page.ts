import { isAscii } from 'node:buffer';

/** Encodings of Windows and Macintosh code pages whose label is not `windows-` and the number. */
const LABELS = new Map([
  [866, 'ibm866'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [32768, 'macintosh'],
  [65001, 'utf-8'],
]);

/** Reads bytes as text. */
export type BytesToText = (bytes: Buffer) => string;

/** Reads the byte strings of a workbook by the number of its code page; Windows-1252 for one that is not known. */
export function codePageText(codePage: number): BytesToText {
  const isWindows = codePage === 874 || (codePage >= 1250 && codePage <= 1258);
  const label = LABELS.get(codePage) ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  // Each of these encodings but UTF-16 has ASCII within it, which is read faster so.
  return (bytes) =>
    isAscii(bytes) && label !== 'utf-16le' ? bytes.toString('latin1') : decoder.decode(bytes);
}
