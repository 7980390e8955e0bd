/**
 * Ends an INSERT … SELECT within a larger statement. Citus writes the rows of one that returns nothing by COPY, which row-level
 * security refuses.
 */
export const INSERTED = 'RETURNING organization_id';

/** Returns a statement that runs an INSERT … SELECT and returns nothing to the client. */
export function insertSelected(insert: string): string {
  return `WITH inserted AS (${insert} ${INSERTED}) SELECT`;
}
