import { type ImportOptions, type ImportPlan, type ImportRecord, importPlan } from '#contract/imports.ts';
import type { ReadFormat } from '#packages/tabular/tabular.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { chosenFormat, type EditKey, editReading } from './edit-reading.ts';

/** `rows` it read; null for all. */
export interface EndedImport {
  id: string;
  startedAt: Date;
  /** How it read the file, and what was detected when the file was uploaded. */
  options: Pick<ImportOptions, 'sheet' | 'encoding' | 'delimiter'>;
  format: ReadFormat | null;
  chosenRows: number[] | null;
}

/** Returns the imports of an upload that have ended and were not undone; null while one runs, or without the file. */
export async function endedImportsOf(tx: TenantTransaction, uploadId: string): Promise<EndedImport[] | null> {
  const rows = await importsOf(tx, uploadId, 'c.rows');
  return rows.some(({ isRunning }) => isRunning) ? null : rows;
}

/** Returns the ids of the imports that have ended, were not undone, and read the file as a grid does. */
export async function endedImportsOfReading(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
): Promise<string[]> {
  const imports = await importsOf(tx, uploadId, 'NULL::int[]');
  return imports.filter((one) => !one.isRunning && readingOfImport(one) === reading).map(({ id }) => id);
}

/** Returns the imports of an upload that were not undone, with the rows that they chose or without. */
function importsOf(
  tx: TenantTransaction,
  uploadId: string,
  chosenRows: 'c.rows' | 'NULL::int[]',
): Promise<(EndedImport & { isRunning: boolean })[]> {
  return tx.query<EndedImport & { id: string; isRunning: boolean }>(
    `SELECT i.id, i.created_at AS "startedAt", i.plan -> 'options' AS options, u.format, ${chosenRows} AS "chosenRows",
       i.status = 'processing' AS "isRunning"
     FROM uploads u JOIN imports i ON i.organization_id = u.organization_id AND i.upload_id = u.id
       LEFT JOIN import_chosen_rows c ON c.organization_id = i.organization_id AND c.import_id = i.id
     WHERE u.organization_id = $1 AND u.id = $2 AND NOT EXISTS (
       SELECT FROM import_undos d WHERE d.organization_id = i.organization_id AND d.id = i.id)`,
    [tx.organizationId, uploadId],
  );
}

/** An edited row, and when it was edited last. */
interface EditedSince {
  row: number;
  editedAt: Date;
}

/** Returns the rows that were edited after a time and aren't dropped, in file order. */
export function editedSince(
  tx: TenantTransaction,
  { uploadId, reading }: EditKey,
  time: Date,
): Promise<EditedSince[]> {
  return tx.query<EditedSince & { row: number }>(
    `SELECT row_number AS row, edited_at AS "editedAt" FROM import_edits
     WHERE organization_id = $1 AND upload_id = $2 AND reading = $3 AND edited_at > $4 AND NOT dropped
     ORDER BY row_number`,
    [tx.organizationId, uploadId, reading, time],
  );
}

/** Returns the file that an import reads and how; null when there is no such import, or its file is gone. */
export async function fileOfImport(
  tx: TenantTransaction,
  importId: string,
): Promise<(Pick<EndedImport, 'options' | 'format'> & { uploadId: string }) | null> {
  const [row] = await tx.query<Pick<EndedImport, 'options' | 'format'> & { uploadId: string }>(
    `SELECT i.upload_id AS "uploadId", i.plan -> 'options' AS options, u.format
     FROM imports i JOIN uploads u ON u.organization_id = i.organization_id AND u.id = i.upload_id
     WHERE i.organization_id = $1 AND i.id = $2`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}

/** Returns which of these rows an import read and didn't import. */
export async function rowsLeftBy(
  tx: TenantTransaction,
  importId: string,
  rows: readonly number[],
): Promise<number[]> {
  const left = await tx.query<{ row: number }>(
    `SELECT DISTINCT p.row_number AS row FROM unnest($3::int[]) AS w (row)
     JOIN import_problems p ON p.organization_id = $1 AND p.import_id = $2 AND p.row_number = w.row
     WHERE p.outcome IN ('error', 'duplicate', 'skipped')`,
    [tx.organizationId, importId, rows],
  );
  return left.map(({ row }) => row);
}

/** Returns the plan of the newest import of an upload that read its rows as they are, or null. */
export async function lastPlanOf(tx: TenantTransaction, uploadId: string): Promise<ImportPlan | null> {
  const [row] = await tx.query<{ plan: unknown }>(
    `SELECT i.plan FROM imports i
     WHERE i.organization_id = $1 AND i.upload_id = $2 AND NOT EXISTS (
       SELECT FROM import_chosen_rows c
       WHERE c.organization_id = $1 AND c.import_id = i.id AND c.leads IS NOT NULL)
     ORDER BY i.created_at DESC, i.id DESC LIMIT 1`,
    [tx.organizationId, uploadId],
  );
  return row === undefined ? null : importPlan.parse(row.plan);
}

interface UploadsImport {
  importId: string;
  filename: string;
  status: ImportRecord['status'];
}

/** Returns the newest import of an upload, or null. */
export async function lastImportOf(tx: TenantTransaction, uploadId: string): Promise<UploadsImport | null> {
  const [row] = await tx.query<UploadsImport & { importId: string }>(
    `SELECT id AS "importId", filename, status FROM imports WHERE organization_id = $1 AND upload_id = $2
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [tx.organizationId, uploadId],
  );
  return row ?? null;
}

export function readingOfImport({ options, format }: Pick<EndedImport, 'options' | 'format'>): string {
  return editReading(chosenFormat(options, format));
}
