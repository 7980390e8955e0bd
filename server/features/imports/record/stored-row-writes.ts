import { inOneProcess } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { EditKey } from './edit-reading.ts';
import { endedImportsOfReading } from './fixed-reads.ts';

/** The imports `$2`. */
const IMPORTS = `SELECT i.id, i.created_at, i.fixed FROM imports i
  WHERE i.organization_id = $1 AND i.id = ANY($2::uuid[])`;

/** Rows `s` of the imports `i` in batches that match a condition. */
const storedRows = (condition: string): string => `FROM (${IMPORTS}) i
  JOIN import_stored_rows b ON b.organization_id = $1 AND b.import_id = i.id AND ${condition}
  CROSS JOIN LATERAL unnest(b.rows, b.leads) AS s (row, lead)`;

/** Orders the imports of a row, of which the last one counts. */
const LAST_FIRST = 's.row, i.created_at DESC, i.id DESC';

/** The lead that a row became. */
export interface StoredRow {
  row: number;
  leadId: string;
  /** Whether the lead is in the trash, or deleted for good. */
  isDeleted: boolean;
  /** When the last import that stored the row began. */
  storedAt: Date;
}

export async function storedRowsOf(
  tx: TenantTransaction,
  key: EditKey,
  numbers: readonly number[],
): Promise<Map<number, StoredRow>> {
  const imports = numbers.length === 0 ? [] : await endedImportsOfReading(tx, key);
  if (imports.length === 0) return new Map();
  const rows = await inOneProcess(tx, () =>
    tx.query<StoredRow>(
      `SELECT r.row, r.lead AS "leadId", r.created_at AS "storedAt", NOT EXISTS (
         SELECT FROM leads l WHERE l.organization_id = $1 AND l.id = r.lead AND l.deleted_at IS NULL) AS "isDeleted"
       FROM (
         SELECT DISTINCT ON (s.row) s.row, s.lead, i.created_at
         ${storedRows('b.first_row <= $5 AND b.last_row >= $4')}
         WHERE s.row = ANY($3::int[]) ORDER BY ${LAST_FIRST}) r`,
      [tx.organizationId, imports, numbers, Math.min(...numbers), Math.max(...numbers)],
    ),
  );
  return new Map(rows.map((row) => [row.row, row]));
}

/** A stored row whose edits its lead lacks. */
export interface RowToUpdate {
  row: number;
  leadId: string;
}

/** Edited cells of a row `r` as the import that stored it found them. */
const STORED_EDITS = `coalesce((SELECT jsonb_object_agg(p.column_name, p.value) FROM import_problems p
  WHERE p.organization_id = $1 AND p.import_id = r.id AND p.row_number = r.row AND p.code = 'fixed'), '{}')`;

/** Edits of a batch's rows since the first import. */
const EDITS_OF_BATCH = `SELECT FROM import_edits x WHERE x.organization_id = $1 AND x.upload_id = $3 AND x.reading = $4
  AND x.row_number BETWEEN b.first_row AND b.last_row
  AND x.edited_at > (SELECT min(f.created_at) FROM (${IMPORTS}) f)`;

const ROWS_TO_UPDATE = `SELECT r.row, r.lead FROM (
    SELECT DISTINCT ON (s.row) s.row, s.lead, i.id, i.created_at, i.fixed, e.cells, e.edited_at
    ${storedRows(`EXISTS (${EDITS_OF_BATCH})`)}
    JOIN import_edits e
      ON e.organization_id = $1 AND e.upload_id = $3 AND e.reading = $4 AND e.row_number = s.row AND NOT e.dropped
    ORDER BY ${LAST_FIRST}) r
  WHERE r.edited_at > r.created_at AND r.cells <> CASE r.fixed WHEN 0 THEN '{}' ELSE ${STORED_EDITS} END
    AND NOT EXISTS (
      SELECT FROM import_grids g JOIN import_grid_rows w
        ON w.organization_id = $1 AND w.upload_id = $3 AND w.generation = g.generation AND w.row_number = r.row
      WHERE g.organization_id = $1 AND g.upload_id = $3 AND g.reading = $4 AND w.outcome > 1)`;

/** Rows, in file order, that imports stored and that were edited since; without dropped ones and those that can't be stored. */
export async function rowsToUpdate(tx: TenantTransaction, key: EditKey): Promise<RowToUpdate[]> {
  const imports = await endedImportsOfReading(tx, key);
  return inOneProcess(tx, () =>
    tx.query<RowToUpdate>(`SELECT t.row, t.lead AS "leadId" FROM (${ROWS_TO_UPDATE}) t ORDER BY t.row`, [
      tx.organizationId,
      imports,
      key.uploadId,
      key.reading,
    ]),
  );
}

export async function countLeadsToUpdate(tx: TenantTransaction, key: EditKey): Promise<number> {
  const imports = await endedImportsOfReading(tx, key);
  const [row] = await inOneProcess(tx, () =>
    tx.query<{ leads: number }>(`SELECT count(DISTINCT t.lead) AS leads FROM (${ROWS_TO_UPDATE}) t`, [
      tx.organizationId,
      imports,
      key.uploadId,
      key.reading,
    ]),
  );
  return row?.leads ?? 0;
}

/** As the last of these imports that stored them found them. */
export async function storedEditsOf(
  tx: TenantTransaction,
  imports: readonly string[],
  numbers: readonly number[],
): Promise<Map<number, Record<string, string>>> {
  const rows = await inOneProcess(tx, () =>
    tx.query<{ row: number; cells: Record<string, string> }>(
      `SELECT r.row, ${STORED_EDITS} AS cells FROM (
         SELECT DISTINCT ON (s.row) s.row, i.id
         ${storedRows('b.first_row <= $5 AND b.last_row >= $4')}
         WHERE s.row = ANY($3::int[]) ORDER BY ${LAST_FIRST}) r`,
      [tx.organizationId, imports, numbers, Math.min(...numbers), Math.max(...numbers)],
    ),
  );
  return new Map(rows.map(({ row, cells }) => [row, cells]));
}

/** In any order; a number may come twice. */
export async function storedNumbers(tx: TenantTransaction, key: EditKey): Promise<number[][]> {
  const batches = await tx.query<{ rows: number[] }>(
    `SELECT b.rows FROM (${IMPORTS}) i JOIN import_stored_rows b ON b.organization_id = $1 AND b.import_id = i.id`,
    [tx.organizationId, await endedImportsOfReading(tx, key)],
  );
  return batches.map(({ rows }) => rows);
}

/** Rows that became leads, in file order, and the lead of each. */
export interface StoredRows {
  rows: readonly number[];
  leads: readonly string[];
}

/** Records which leads the rows of a batch became. */
export async function writeStoredRows(
  tx: TenantTransaction,
  importId: string,
  { rows, leads }: StoredRows,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO import_stored_rows (organization_id, import_id, upload_id, first_row, last_row, rows, leads)
     SELECT i.organization_id, i.id, u.id, $3, $4, $5, $6
     FROM imports i JOIN uploads u ON u.organization_id = $1 AND u.id = i.upload_id
     WHERE i.organization_id = $1 AND i.id = $2`,
    [tx.organizationId, importId, rows[0], rows.at(-1), rows, leads],
  );
}
