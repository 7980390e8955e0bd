import { Buffer } from 'node:buffer';

/** A value of one column; arrays and objects are PostgreSQL's to parse. */
type CopyValue = string | boolean | readonly string[] | object | null | undefined;

/** Rows of text that become one buffer: few enough that the text is still in the processor's cache. */
const ROWS_PER_BUFFER = 500;

/**
 * Writes rows in the text form of COPY: first the ordinal of each (from 0, in the order they are added), then `columns`.
 * A missing value is null.
 */
export class CopyText<Column extends string> {
  private readonly columns: readonly Column[];
  private buffers: Buffer[] = [];
  private text = '';
  private rows = 0;

  constructor(columns: readonly Column[]) {
    this.columns = columns;
  }

  add(row: Partial<Record<Column, CopyValue>>): void {
    let line = String(this.rows);
    for (const column of this.columns) line += `\t${copyValue(row[column])}`;
    this.text += `${line}\n`;
    this.rows++;
    if (this.rows % ROWS_PER_BUFFER === 0) this.close();
  }

  /** What was added since the last time, in buffers to be sent one after the other. Ordinals begin anew. */
  take(): Buffer[] {
    if (this.text !== '') this.close();
    const { buffers } = this;
    [this.buffers, this.rows] = [[], 0];
    return buffers;
  }

  private close(): void {
    this.buffers.push(Buffer.from(this.text));
    this.text = '';
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

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
