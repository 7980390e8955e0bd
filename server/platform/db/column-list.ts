import pg from 'pg';

export function columnList(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ');
}
