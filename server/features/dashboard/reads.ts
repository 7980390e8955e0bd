import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Whether import `i` was undone. */
export const IS_UNDONE = `EXISTS (SELECT FROM import_undos u
  WHERE u.organization_id = i.organization_id AND u.id = i.id AND u.status = 'completed')`;

export interface ImportCounts {
  /** Excludes undone imports. */
  totalImports: number;
  undoneImports: number;
}

export async function countImports(tx: TenantTransaction): Promise<ImportCounts> {
  const [row] = await tx.query<ImportCounts>(
    `SELECT count(*) FILTER (WHERE NOT undone) AS "totalImports", count(*) FILTER (WHERE undone) AS "undoneImports"
     FROM (SELECT ${IS_UNDONE} AS undone FROM imports i WHERE i.organization_id = $1) AS counted`,
    [tx.organizationId],
  );
  return row ?? { totalImports: 0, undoneImports: 0 };
}
