import type { ImportPlan, ImportRecord, ImportStats } from '#contract/imports.ts';
import { sqlFor } from '../db/query-builder.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { SurveyResult } from './pipeline/survey.ts';

const RECORD = [
  'id',
  'filename',
  'status',
  'total_rows as totalRows',
  'imported',
  'updated',
  'duplicates',
  'skipped',
  'errors',
  'unprocessed',
  'invalid_phones as invalidPhones',
  'duration',
  'failure',
  'created_by_name as createdBy',
  'created_at as createdAt',
] as const;

/** The import history, newest first. */
export async function listImports(tx: TenantTransaction): Promise<ImportRecord[]> {
  const rows = await tx.all(
    sqlFor
      .selectFrom('imports')
      .select(RECORD)
      .where('organization_id', '=', tx.organizationId)
      .orderBy('id', 'desc'),
  );
  return rows.map((row) => ({
    ...row,
    status: row.status as ImportRecord['status'],
    createdAt: row.createdAt.toISOString(),
  }));
}

/** How far an import is. */
export interface ImportState {
  status: ImportRecord['status'];
  stats: ImportStats;
  failure: string | null;
}

/** The state of one import, or null when the organization has none of that id. */
export async function findImportState(tx: TenantTransaction, importId: string): Promise<ImportState | null> {
  const [row] = await tx.all(
    sqlFor
      .selectFrom('imports')
      .select(RECORD)
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', importId),
  );
  if (row === undefined) return null;
  return { status: row.status as ImportRecord['status'], stats: row, failure: row.failure };
}

/** An import as the job that works on it sees it. */
export interface ImportWork {
  id: string;
  uploadId: string;
  filename: string;
  /** Bytes of the file; null when it is no longer there. */
  size: number | null;
  columns: string[];
  plan: ImportPlan;
  totalRows: number;
  /** Data rows whose outcome is committed. */
  processed: number;
  survey: SurveyResult | null;
  createdBy: string;
  createdByName: string;
  startedAt: Date;
}

/** The import, or null when it is finished or unknown. */
export async function findUnfinishedImport(
  tx: TenantTransaction,
  importId: string,
): Promise<ImportWork | null> {
  const [row] = await tx.query<ImportWork & { id: string }>(
    `SELECT i.id, i.upload_id AS "uploadId", i.filename, u.size, i.columns, i.plan,
       i.total_rows AS "totalRows", i.processed, i.survey, i.created_by AS "createdBy",
       i.created_by_name AS "createdByName", i.created_at AS "startedAt"
     FROM imports i LEFT JOIN uploads u ON u.organization_id = i.organization_id AND u.id = i.upload_id
     WHERE i.organization_id = $1 AND i.id = $2 AND i.status = 'processing'`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}
