import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Returns whether new leads of imports are merged with certain duplicates. */
export async function mergesCertain(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ merges: boolean }>(
    'SELECT merge_certain AS merges FROM duplicate_rules WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.merges ?? false;
}

/** Returns ended imports whose new leads are still to be merged, the first one first. */
export async function importsAwaitingMerge(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT import_id AS id FROM import_merges WHERE organization_id = $1 AND operation_id IS NULL ORDER BY 1`,
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

/** An import whose new leads are to be merged, and who started it. */
export interface AwaitingImport {
  filename: string;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Locks an import that awaits its merge; returns null if it no longer does. */
export async function lockAwaitingImport(
  tx: TenantTransaction,
  importId: string,
): Promise<AwaitingImport | null> {
  const [row] = await tx.query<AwaitingImport & Record<string, unknown>>(
    `SELECT i.filename, i.created_by AS "createdBy", i.created_by_name AS "createdByName", i.ip_address AS "ipAddress",
       i.user_agent AS "userAgent"
     FROM import_merges m JOIN imports i ON i.organization_id = $1 AND i.id = m.import_id
     WHERE m.organization_id = $1 AND m.import_id = $2 AND m.operation_id IS NULL FOR UPDATE OF m`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}

/** Operation that merged leads of an import. */
export interface StartedMerge {
  id: string;
  isRunning: boolean;
  changed: number;
  /** The operation that undoes it. */
  undo: string | null;
  isUndoing: boolean;
}

export async function mergeOfImport(tx: TenantTransaction, importId: string): Promise<StartedMerge | null> {
  const [row] = await tx.query<StartedMerge & Record<string, unknown>>(
    `SELECT o.id, o.status = 'processing' AS "isRunning", o.changed, o.undone_by AS undo,
       coalesce(u.status = 'processing', false) AS "isUndoing"
     FROM import_merges m
     JOIN bulk_operations o ON o.organization_id = $1 AND o.id = m.operation_id
     LEFT JOIN bulk_operations u ON u.organization_id = $1 AND u.id = o.undone_by
     WHERE m.organization_id = $1 AND m.import_id = $2`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}
