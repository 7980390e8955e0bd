import { Buffer } from 'node:buffer';

/** A value of one column; arrays and objects are PostgreSQL's to parse. */
type CopyValue = string | boolean | readonly string[] | object | null | undefined;

/** Rows of text that become one buffer: few enough that the text is still in the processor's cache. */
const ROWS_PER_BUFFER = 500;

/**
 * Rows in the text form of COPY, each with its ordinal (from 0, in their order) first, then `columns`, in buffers to be
 * sent one after the other. A missing value is null.
 */
export function copyText<Column extends string>(
  rows: readonly Partial<Record<Column, CopyValue>>[],
  columns: readonly Column[],
): Buffer[] {
  const buffers: Buffer[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_BUFFER) {
    let text = '';
    const end = Math.min(start + ROWS_PER_BUFFER, rows.length);
    for (let ordinal = start; ordinal < end; ordinal++) {
      text += ordinal;
      const row: Partial<Record<Column, CopyValue>> = rows[ordinal] ?? {};
      for (const column of columns) text += `\t${copyValue(row[column])}`;
      text += '\n';
    }
    buffers.push(Buffer.from(text));
  }
  return buffers;
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
