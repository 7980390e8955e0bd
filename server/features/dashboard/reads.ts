import type { TenantTransaction } from '../../platform/db/scope.ts';

/** SQL condition on an import `i`: it was undone. */
export const IS_UNDONE = `EXISTS (SELECT FROM import_undos u
  WHERE u.organization_id = i.organization_id AND u.id = i.id AND u.status = 'completed')`;

/** Numbers of the organization's imports. */
export interface ImportCounts {
  /** Imports that were started and not undone. */
  totalImports: number;
  undoneImports: number;
}

/** Counts the imports that the organization has started, undone ones apart. */
export async function countImports(tx: TenantTransaction): Promise<ImportCounts> {
  const [row] = await tx.query<ImportCounts & { totalImports: number }>(
    `SELECT count(*) FILTER (WHERE NOT undone) AS "totalImports", count(*) FILTER (WHERE undone) AS "undoneImports"
     FROM (SELECT ${IS_UNDONE} AS undone FROM imports i WHERE i.organization_id = $1) AS counted`,
    [tx.organizationId],
  );
  return row ?? { totalImports: 0, undoneImports: 0 };
}

/** Totals of the imports started on one day and not undone. */
export interface ImportDay {
  /** `yyyy-mm-dd`, in UTC. */
  day: string;
  imports: number;
  imported: number;
  updated: number;
}

const DAYS_SHOWN = 90;

/** Returns the last 90 days on which imports were started that were not undone, oldest first. */
export function importsByDay(tx: TenantTransaction): Promise<ImportDay[]> {
  return tx.query<ImportDay & { day: string }>(
    `SELECT * FROM (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS imports,
         sum(imported)::int8 AS imported, sum(updated)::int8 AS updated
       FROM imports i WHERE organization_id = $1 AND NOT ${IS_UNDONE} GROUP BY 1 ORDER BY 1 DESC LIMIT $2) AS days
     ORDER BY day`,
    [tx.organizationId, DAYS_SHOWN],
  );
}
