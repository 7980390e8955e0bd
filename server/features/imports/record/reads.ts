import {
  type ImportPlan,
  type ImportRecord,
  type ImportStats,
  type ImportUndo,
  importPlan,
} from '#contract/imports.ts';
import { unimportedColumns } from '#contract/unimported-columns.ts';
import type { Upload } from '#contract/uploads.ts';
import type { ReadFormat } from '#packages/tabular/tabular.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';

/** A record counts all of them. */
const UNIMPORTED_NAMES = 3;

interface RecordRow
  extends Omit<ImportRecord, 'undo' | 'createdAt' | 'unimportedColumnCount' | 'firstUnimportedColumns'> {
  undo: ImportUndo | null;
  createdAt: Date;
  mapping: Record<string, string>;
  columns: string[];
  nameSplitConfig: ImportPlan['nameSplitConfig'];
  columnTools: ImportPlan['columnTools'];
  uploadId: string;
  fixed: number;
}

const RECORD = `SELECT i.id, i.filename, i.status, i.total_rows AS "totalRows", i.imported, i.updated, i.duplicates,
    i.skipped, i.suppressed, i.errors, i.unprocessed, i.invalid_phones AS "invalidPhones", i.duration, i.failure,
    i.created_by_name AS "createdBy", i.created_at AS "createdAt", i.problems, i.field_mapping AS mapping,
    i.columns, i.plan -> 'nameSplitConfig' AS "nameSplitConfig", coalesce(i.plan -> 'columnTools', '[]') AS "columnTools",
    i.upload_id AS "uploadId", i.fixed, c.import_id IS NOT NULL AS "isCorrection",
    CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('status', u.status, 'total', u.total, 'done', u.done,
      'undone', u.undone, 'kept', u.kept) END AS undo,
    CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('operationId', o.id, 'status', o.status, 'merged', o.changed,
      'undone', o.undone_by IS NOT NULL) END AS merge
  FROM imports i LEFT JOIN import_undos u ON u.organization_id = i.organization_id AND u.id = i.id
    LEFT JOIN import_chosen_rows c ON c.organization_id = i.organization_id AND c.import_id = i.id
    LEFT JOIN import_merges m ON m.organization_id = i.organization_id AND m.import_id = i.id
    LEFT JOIN bulk_operations o ON o.organization_id = i.organization_id AND o.id = m.operation_id
  WHERE i.organization_id = $1`;

/** Returns the import history, newest first. */
export async function findImports(tx: TenantTransaction): Promise<ImportRecord[]> {
  const rows = await tx.query<RecordRow>(`${RECORD} ORDER BY i.id DESC`, [tx.organizationId]);
  return rows.map(recordOf);
}

/** An import with the mapping and the file it was started with. */
export interface ImportDetail extends ImportRecord {
  fieldMapping: Record<string, string>;
  unimportedColumns: string[];
  uploadId: string;
  /** Rows that users edited or dropped before. */
  fixed: number;
}

/**
 * With its mapping.
 * @throws HttpError not_found
 */
export async function findImport(tx: TenantTransaction, importId: string): Promise<ImportDetail> {
  const [row] = await tx.query<RecordRow>(`${RECORD} AND i.id = $2`, [tx.organizationId, importId]);
  if (row === undefined) throw noSuchImport();
  const { mapping, columns, uploadId, fixed } = row;
  // The database keeps no order of keys. Tools may add columns to those of the file.
  const names = new Set([...columns.filter((name) => Object.hasOwn(mapping, name)), ...Object.keys(mapping)]);
  const fieldMapping = Object.fromEntries(Array.from(names, (name) => [name, mapping[name] ?? '']));
  return { ...recordOf(row), fieldMapping, unimportedColumns: unimportedOf(row), uploadId, fixed };
}

/** Returns the error for an import that the organization doesn't have. */
export function noSuchImport(): HttpError {
  return new HttpError('not_found', 'Import not found');
}

function recordOf(found: RecordRow): ImportRecord {
  const {
    mapping: _mapping,
    columns: _columns,
    nameSplitConfig: _split,
    columnTools: _tools,
    uploadId: _uploadId,
    fixed: _fixed,
    ...row
  } = found;
  const unimported = unimportedOf(found);
  return {
    ...row,
    unimportedColumnCount: unimported.length,
    firstUnimportedColumns: unimported.slice(0, UNIMPORTED_NAMES),
    createdAt: row.createdAt.toISOString(),
  };
}

function unimportedOf({ columns, mapping, nameSplitConfig, columnTools }: RecordRow): string[] {
  return unimportedColumns(columns, { fieldMapping: mapping, nameSplitConfig, columnTools });
}

/** Imports of the same content without corrections, newest first, at most 20. */
export async function importsOfContent(
  tx: TenantTransaction,
  uploadId: string,
): Promise<Upload['importedBefore']> {
  const rows = await tx.query<{
    importId: string;
    filename: string;
    createdBy: string;
    imported: number;
    createdAt: Date;
    correction: Upload['importedBefore'][number]['correction'];
  }>(
    `SELECT i.id AS "importId", i.filename, i.created_by_name AS "createdBy", i.imported, i.created_at AS "createdAt",
       (SELECT json_build_object('importId', o.id, 'createdAt', o.created_at, 'createdBy', o.created_by_name)
        FROM imports o JOIN import_chosen_rows r ON r.organization_id = o.organization_id AND r.import_id = o.id
        WHERE o.organization_id = $1 AND o.upload_id = i.upload_id AND o.id > i.id
        ORDER BY o.id DESC LIMIT 1) AS correction
     FROM uploads u JOIN imports i ON i.organization_id = u.organization_id AND i.sha256 = u.sha256
       LEFT JOIN import_chosen_rows c ON c.organization_id = i.organization_id AND c.import_id = i.id
     WHERE u.organization_id = $1 AND u.id = $2 AND c.import_id IS NULL ORDER BY i.id DESC LIMIT 20`,
    [tx.organizationId, uploadId],
  );
  return rows.map(({ correction, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    correction: correction && { ...correction, createdAt: new Date(correction.createdAt).toISOString() },
  }));
}

/** Status and counters of an import. */
export interface ImportState {
  status: ImportRecord['status'];
  stats: ImportStats;
  failure: string | null;
}

export async function findImportState(tx: TenantTransaction, importId: string): Promise<ImportState | null> {
  const [row] = await tx.query<RecordRow>(`${RECORD} AND i.id = $2`, [tx.organizationId, importId]);
  if (row === undefined) return null;
  return { status: row.status, stats: row, failure: row.failure };
}

/** An unfinished import as its job needs it. */
export interface ImportWork {
  id: string;
  uploadId: string;
  filename: string;
  /** Null when the file has been deleted. */
  size: number | null;
  /** File format detected at upload. */
  format: ReadFormat | null;
  columns: string[];
  plan: ImportPlan;
  totalRows: number;
  /** Number of data rows whose outcome is committed. */
  processed: number;
  columnTypes: ColumnStyles | null;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
  startedAt: Date;
  /** Number of the worker that has taken the import last. */
  worker: number;
  /** Numbers of the rows to import in file order; null for all. */
  chosenRows: number[] | null;
  /** Leads that the chosen rows update; null if they are imported as the plan says. */
  chosenLeads: string[] | null;
}

/** Returns the import, or null when it has ended or doesn't exist. */
export async function findUnfinishedImport(
  tx: TenantTransaction,
  importId: string,
): Promise<ImportWork | null> {
  const [row] = await tx.query<ImportWork>(
    `SELECT i.id, i.upload_id AS "uploadId", i.filename, u.size, u.format, i.columns, i.plan,
       i.total_rows AS "totalRows", i.processed, i.survey AS "columnTypes", i.created_by AS "createdBy",
       i.created_by_name AS "createdByName", i.ip_address AS "ipAddress", i.user_agent AS "userAgent",
       i.created_at AS "startedAt", i.worker, c.rows AS "chosenRows", c.leads AS "chosenLeads"
     FROM imports i LEFT JOIN uploads u ON u.organization_id = i.organization_id AND u.id = i.upload_id
       LEFT JOIN import_chosen_rows c ON c.organization_id = i.organization_id AND c.import_id = i.id
     WHERE i.organization_id = $1 AND i.id = $2 AND i.status = 'processing'`,
    [tx.organizationId, importId],
  );
  return row === undefined ? null : { ...row, plan: importPlan.parse(row.plan) };
}
