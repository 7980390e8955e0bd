import pg from 'pg';
import { columnList } from '../../platform/db/literals.ts';

// A backup has all tables, those of leads among them. Its rows come back as they were: search texts, events and counts have
// rows of their own in it, and servers make the index again.

/** Returns the statement that reads rows of a backup into a table from the connection (COPY). */
export function copyRestored(table: string, columns: readonly string[]): string {
  return `COPY ${pg.escapeIdentifier(table)} (${columnList(columns)}) FROM STDIN`;
}

/**
 * Returns the statement that inserts all rows of another table.
 * @param source the other table, in quotes where it needs them
 * @param values what each column gets, as SQL over the other table
 */
export function insertRestored(
  table: string,
  columns: readonly string[],
  { source, values }: { source: string; values: readonly string[] },
): string {
  return `INSERT INTO ${pg.escapeIdentifier(table)} (${columnList(columns)}) SELECT ${values.join(', ')} FROM ${source}`;
}
