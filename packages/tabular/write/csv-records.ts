import { guardedText } from './guarded-text.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** The first record of a CSV file, after the mark that tells spreadsheets of UTF-8. */
export function csvHeader(headers: readonly string[]): Buffer {
  return Buffer.from(`\uFEFF${csvRecord(headers)}`);
}

/** One record with its end, by RFC 4180; cells that a spreadsheet would run are guarded. */
export function csvRecord(cells: readonly string[]): string {
  const texts = cells
    .map(guardedText)
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  return `${texts.join(',')}\r\n`;
}

/** CSV in chunks of any size, its records ended by CR LF instead of the LF that PostgreSQL writes. */
export class CsvRecords {
  #quoted = false;

  /** The bytes of a chunk; a line feed inside quotes is a cell's own. */
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
