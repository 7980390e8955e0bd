/** Without RETURNING, Citus writes by COPY, which row-level security refuses. */
export const INSERTED = 'RETURNING organization_id';

/** Returns a statement that runs an INSERT … SELECT and returns nothing. */
export function insertSelected(insert: string): string {
  return `WITH inserted AS (${insert} ${INSERTED}) SELECT`;
}
