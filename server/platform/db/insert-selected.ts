/** Otherwise Citus writes by COPY, which row-level security refuses. */
export const INSERTED = 'RETURNING organization_id';

export function insertSelected(insert: string): string {
  return `WITH inserted AS (${insert} ${INSERTED}) SELECT`;
}
