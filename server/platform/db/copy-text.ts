import { Buffer } from 'node:buffer';
import { arrayLiteral } from './literals.ts';

/** PostgreSQL parses arrays and objects from text. */
type CopyValue = string | boolean | readonly string[] | object | null | undefined;

/** Longer rows get their own buffer. */
const BUFFER_BYTES = 256 * 1024;
const LINE_FEED = 10;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Rows begin with their ordinal from 0. Encoded at once, because long-lived strings are expensive to collect.
 */
export class CopyText<Column extends string> {
  private readonly columns: readonly Column[];
  /** Reused for all rows. */
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

  /** Returns and clears the rows; ordinals restart. */
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
