import type { Delimiter, Encoding } from '#packages/tabular/tabular.ts';
import { encodeLegacy } from './legacy-encodings.ts';

/** How a CSV file is to be written; comma, quotes where needed, CRLF and UTF-8 without a mark when left out. */
export interface CsvStyle {
  delimiter?: Delimiter;
  lineEnd?: '\r\n' | '\n' | '\r';
  quotes?: 'needed' | 'all';
  encoding?: Encoding;
  /** Whether a byte order mark comes first. */
  mark?: boolean;
  /** Whether the last record ends with a line end; it does when left out. */
  endLast?: boolean;
}

/** The bytes of a CSV file after RFC 4180. */
export function csv(table: readonly (readonly string[])[], style: CsvStyle = {}): Uint8Array {
  const { delimiter = ',', lineEnd = '\r\n', quotes = 'needed', endLast = true } = style;
  const cell = (text: string) => {
    const needed = quotes === 'all' || /["\r\n]/.test(text) || text.includes(delimiter);
    return needed ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const records = table.map((row) => row.map(cell).join(delimiter));
  return encode(records.join(lineEnd) + (endLast ? lineEnd : ''), style.encoding, style.mark);
}

/** Encodes text as files do; throws for characters that the encoding lacks. */
export function encode(text: string, encoding: Encoding = 'utf-8', mark = false): Uint8Array {
  const marked = mark ? `\uFEFF${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked);
  if (encoding === 'windows-1252') return Buffer.from([...text].map(windows1252));
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return encodeLegacy(marked, encoding);
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

/** Characters of Windows-1252 from 0x80 on that differ from Latin-1; a space for those it leaves unassigned. */
const EXTRAS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function windows1252(character: string): number {
  const extra = character === ' ' ? -1 : EXTRAS.indexOf(character);
  const code = extra === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + extra;
  if (code > 0xff) throw new RangeError(`Windows-1252 has no ${character}`);
  return code;
}
