import pg from 'pg';

/** Returns a list of columns for a statement. */
export function columnList(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ');
}
