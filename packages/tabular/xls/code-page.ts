import { isAscii } from 'node:buffer';

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

export type BytesToText = (bytes: Buffer) => string;

/** Falls back to Windows-1252. */
export function codePageText(codePage: number): BytesToText {
  const isWindows = codePage === 874 || (codePage >= 1250 && codePage <= 1258);
  const label = LABELS.get(codePage) ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  // All but UTF-16 contain ASCII.
  return (bytes) =>
    isAscii(bytes) && label !== 'utf-16le' ? bytes.toString('latin1') : decoder.decode(bytes);
}
