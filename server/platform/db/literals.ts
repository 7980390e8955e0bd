import pg from 'pg';
import type { Sql } from 'sql-template-tag';

/**
 * COPY takes no parameters.
 * @throws TypeError for an unsupported type
 */
export function withLiterals({ text, values }: Sql): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literalOf(values[Number(number) - 1]));
}

/** @throws TypeError for an unsupported type */
export function literalOf(value: unknown): string {
  // A NUL would end the statement.
  if (typeof value === 'string') return pg.escapeLiteral(value.replaceAll('\0', '\ufffd'));
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`;
  throw new TypeError(`A ${typeof value} is no parameter`);
}

export function columnList(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ');
}

/** Null becomes NULL. */
export function arrayLiteral(items: readonly (string | null)[]): string {
  return `{${items.map(element).join(',')}}`;
}

const SPECIAL = /["\\]/;

function element(item: string | null): string {
  if (item === null) return 'NULL';
  return SPECIAL.test(item) ? `"${item.replace(/["\\]/g, '\\$&')}"` : `"${item}"`;
}
