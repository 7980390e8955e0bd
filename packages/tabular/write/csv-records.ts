import { guardedText } from './guarded-text.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Returns the header record, after the byte order mark by which spreadsheets recognise UTF-8. */
export function csvHeader(headers: readonly string[]): Buffer {
  return Buffer.from(`\uFEFF${csvRecord(headers)}`);
}

/**
 * Returns one record with its line end, after RFC 4180. Every cell is quoted, so that no other delimiter splits it, and guarded
 * where a spreadsheet would run it.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  return text === '' ? '' : `"${guardedText(text).replaceAll('"', '""')}"`;
}

/** Converts CSV in chunks of any size from the LF line ends of PostgreSQL to CR LF. */
export class CsvRecords {
  #quoted = false;

  /** Returns the converted chunk. Line feeds inside quotes belong to the cell and stay. */
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
