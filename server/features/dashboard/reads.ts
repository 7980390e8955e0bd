import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Counts the imports that the organization has started. */
export async function countImports(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ imports: number }>(
    'SELECT count(*) AS imports FROM imports WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.imports ?? 0;
}

/** Totals of the imports started on one day. */
export interface ImportDay {
  /** `yyyy-mm-dd`, in UTC. */
  day: string;
  imports: number;
  imported: number;
  updated: number;
}

const DAYS_SHOWN = 90;

/** Returns the last 90 days on which imports were started, oldest first. */
export function importsByDay(tx: TenantTransaction): Promise<ImportDay[]> {
  return tx.query<ImportDay & { day: string }>(
    `SELECT * FROM (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS imports,
         sum(imported)::int8 AS imported, sum(updated)::int8 AS updated
       FROM imports WHERE organization_id = $1 GROUP BY 1 ORDER BY 1 DESC LIMIT $2) AS days
     ORDER BY day`,
    [tx.organizationId, DAYS_SHOWN],
  );
}
