import pg from 'pg';
import type { Compilable } from './query-builder.ts';

/**
 * A statement with its parameters written into it, for COPY, which takes none.
 * @throws TypeError for a parameter of a kind that no statement of ours has
 */
export function withLiterals(statement: Compilable<unknown>): string {
  const { sql, parameters } = statement.compile();
  return sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));
}

/** A value as PostgreSQL writes it in a statement; text is quoted whatever it holds. */
export function literalOf(value: unknown): string {
  // No text of the database holds NUL, and a statement would end at it.
  if (typeof value === 'string') return pg.escapeLiteral(value.replaceAll('\0', '\ufffd'));
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`;
  throw new TypeError(`A ${typeof value} is no parameter`);
}
