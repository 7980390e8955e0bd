import { Buffer } from 'node:buffer';
import { arrayLiteral } from '../../platform/db/array-literal.ts';

/** A value of one column; arrays and objects are PostgreSQL's to parse. */
type CopyValue = string | boolean | readonly string[] | object | null | undefined;

/** Bytes of a buffer; a row that is longer has one of its own. */
const BUFFER_BYTES = 256 * 1024;
const LINE_FEED = 10;
/** Bytes that a character of a string may become at most. */
const BYTES_PER_UNIT = 3;

/**
 * Writes rows in the text form of COPY: first the ordinal of each (from 0, in the order they are added), then `columns`.
 * A missing value is null. A row is bytes as soon as it is added: strings that grew with every value would be garbage
 * that lives long enough to cost.
 */
export class CopyText<Column extends string> {
  private readonly columns: readonly Column[];
  /** The cells of the row at hand; one array for all rows. */
  private readonly cells: string[];
  private full: Buffer[] = [];
  private buffer = Buffer.alloc(0);
  private used = 0;
  private rows = 0;

  constructor(columns: readonly Column[]) {
    this.columns = columns;
    this.cells = Array.from({ length: columns.length + 1 }, () => '');
  }

  add(row: Partial<Record<Column, CopyValue>>): void {
    const { columns, cells } = this;
    cells[0] = String(this.rows);
    for (let at = 0; at < columns.length; at++) cells[at + 1] = copyValue(row[columns[at] as Column]);
    this.write(cells.join('\t'));
    this.rows++;
  }

  /** What was added since the last time, in buffers to be sent one after the other. Ordinals begin anew. */
  take(): Buffer[] {
    this.close(0);
    const { full } = this;
    [this.full, this.rows] = [[], 0];
    return full;
  }

  private write(line: string): void {
    const most = line.length * BYTES_PER_UNIT + 1;
    if (this.used + most > this.buffer.length) this.close(Math.max(most, BUFFER_BYTES));
    this.used += this.buffer.write(line, this.used);
    this.buffer[this.used++] = LINE_FEED;
  }

  /** Puts the buffer at hand aside and begins one of `bytes`. */
  private close(bytes: number): void {
    if (this.used > 0) this.full.push(this.buffer.subarray(0, this.used));
    this.buffer = Buffer.allocUnsafeSlow(bytes);
    this.used = 0;
  }
}

function copyValue(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeCopy(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (Array.isArray(value)) return value.length === 0 ? '{}' : escapeCopy(arrayLiteral(value));
  return escapeCopy(JSON.stringify(value));
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeCopy(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
