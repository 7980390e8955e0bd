import { guardedText } from './guarded-text.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Spreadsheets recognize UTF-8 by the byte order mark. */
export function csvHeader(headers: readonly string[]): Buffer {
  return Buffer.from(`\uFEFF${csvRecord(headers)}`);
}

/** RFC 4180; texts are quoted against other delimiters and guarded against formulas. */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string | number): string {
  if (typeof text === 'number') return String(text);
  return text === '' ? '' : `"${guardedText(text).replaceAll('"', '""')}"`;
}

/** Converts LF line ends to CR LF. */
export class CsvRecords {
  #quoted = false;

  /** Line feeds inside quotes stay. */
  push(chunk: Buffer): Buffer {
    const ends: number[] = [];
    let quoted = this.#quoted;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LF && !quoted) ends.push(at);
    }
    this.#quoted = quoted;
    return withReturns(chunk, ends);
  }
}

function withReturns(chunk: Buffer, ends: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(chunk.length + ends.length);
  let from = 0;
  let to = 0;
  for (const end of ends) {
    to += chunk.copy(bytes, to, from, end);
    bytes[to++] = CR;
    from = end;
  }
  chunk.copy(bytes, to, from);
  return bytes;
}
