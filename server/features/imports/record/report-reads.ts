import {
  type ImportReason,
  type ImportStats,
  importPlan,
  type ReportRow,
  type RowProblem,
} from '#contract/imports.ts';
import { inOrder } from '../../../platform/db/planner.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import type { ImportWork } from './reads.ts';

/** Maximum report lines in memory. */
const PAGE_LINES = 1_000;
export const GRAVEST_FIRST = ['error', 'duplicate', 'skipped', 'warning', 'fixed'] as const;

/** Counters of an import's rows that were not imported. */
type LeftOutCounts = Pick<ImportStats, 'errors' | 'duplicates' | 'skipped'>;

/** `size` is null when the file has been deleted. */
export type ReportedFile = Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>;

export async function findReportedFile(
  tx: TenantTransaction,
  importId: string,
): Promise<ReportedFile | null> {
  const [row] = await tx.query<ReportedFile>(
    `SELECT i.upload_id AS "uploadId", i.filename, u.size, u.format, i.columns, i.plan
     FROM imports i LEFT JOIN uploads u ON u.organization_id = i.organization_id AND u.id = i.upload_id
     WHERE i.organization_id = $1 AND i.id = $2`,
    [tx.organizationId, importId],
  );
  return row === undefined ? null : { ...row, plan: importPlan.parse(row.plan) };
}

/** Returns the first `limit` report rows after row `after` of the file. */
export async function reportPage(
  scope: OrganizationScope,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ rows: ReportRow[]; next: number | null }> {
  const rows: ReportRow[] = [];
  for await (const row of reportRows(scope, importId, after)) {
    if (rows.length === limit) return { rows, next: rows.at(-1)?.row ?? null };
    rows.push(row);
  }
  return { rows, next: null };
}

/** Most reasons; more would not be read. */
const REASONS_MAX = 50;

/** Problems by reason, the gravest and most frequent first, without edits. */
export async function reasonsOf(tx: TenantTransaction, importId: string): Promise<ImportReason[]> {
  const rows = await tx.query<Omit<ImportReason, 'example'> & { row: number; value: string }>(
    `SELECT r.outcome, r.code, r.column, r.rows, r.row, coalesce(p.value, '') AS value
     FROM (
       SELECT outcome, code, column_name AS column, count(DISTINCT row_number)::int AS rows,
         min(row_number) AS row, min((row_number::int8 << 16) + ordinal) AS line
       FROM import_problems WHERE organization_id = $1 AND import_id = $2 AND outcome <> 'fixed'
       GROUP BY outcome, code, column_name
       ORDER BY array_position($3::text[], outcome), rows DESC, row LIMIT ${REASONS_MAX}
     ) r
     JOIN import_problems p ON p.organization_id = $1 AND p.import_id = $2
       AND p.row_number = r.row AND p.ordinal = (r.line & 65535)::int2
     ORDER BY array_position($3::text[], r.outcome), r.rows DESC, r.row`,
    [tx.organizationId, importId, GRAVEST_FIRST],
  );
  return rows.map(({ row, value, ...reason }) => ({ ...reason, example: { row, value } }));
}

/** Rows with problems, the gravest outcomes first, in file order within each: a file may have a hundred thousand warnings before its only error. */
export async function gravestRows(
  scope: OrganizationScope,
  importId: string,
  counts: LeftOutCounts,
  limit: number,
): Promise<ReportRow[]> {
  const rows = await scope.transaction(async (tx) => {
    const numbers = await leftOutRows(tx, importId, counts, limit);
    return numbers.length === 0 ? [] : reportRowsOf(await linesOf(tx, importId, numbers));
  });
  if (rows.length < limit) {
    const isChosen = new Set(rows.map(({ row }) => row));
    // Rows that were not imported are chosen already, so few are passed over.
    for await (const row of reportRows(scope, importId)) {
      if (row.outcome !== 'fixed' && !isChosen.has(row.row) && rows.push(row) === limit) break;
    }
  }
  return rows.sort((one, other) => gravityOf(one) - gravityOf(other) || one.row - other.row);
}

function gravityOf({ outcome }: Pick<ReportRow, 'outcome'>): number {
  return GRAVEST_FIRST.indexOf(outcome);
}

/** In file order after row `after`. Holds no connection between two rows. */
export async function* reportRows(
  scope: OrganizationScope,
  importId: string,
  after = 0,
): AsyncGenerator<ReportRow> {
  let held: Line[] = [];
  for (let last = { row: after, ordinal: Number.MAX_SAFE_INTEGER }; ; ) {
    const lines = await scope.transaction((tx) => nextLines(tx, importId, last));
    for (const line of lines) {
      if (held[0] !== undefined && held[0].row !== line.row) {
        yield reportRowOf(held);
        held = [];
      }
      held.push(line);
    }
    last = lines.at(-1) ?? last;
    if (lines.length < PAGE_LINES) break;
  }
  if (held.length > 0) yield reportRowOf(held);
}

async function leftOutRows(
  tx: TenantTransaction,
  importId: string,
  { errors, duplicates, skipped }: LeftOutCounts,
  limit: number,
): Promise<number[]> {
  const numbers = new Set<number>();
  for (const [outcome, count] of Object.entries({ error: errors, duplicate: duplicates, skipped })) {
    // The counter ends the search at the last such row.
    const most = Math.min(count, limit - numbers.size);
    const found = most === 0 ? [] : await rowsWithOutcome(tx, importId, outcome, most);
    for (const row of found) numbers.add(row);
  }
  return [...numbers];
}

async function rowsWithOutcome(
  tx: TenantTransaction,
  importId: string,
  outcome: string,
  limit: number,
): Promise<number[]> {
  const rows = await inOrder(tx, () =>
    tx.query<{ row: number }>(
      `SELECT DISTINCT row_number AS row FROM import_problems
       WHERE organization_id = $1 AND import_id = $2 AND outcome = $3 ORDER BY row_number LIMIT $4`,
      [tx.organizationId, importId, outcome, limit],
    ),
  );
  return rows.map(({ row }) => row);
}

interface Line extends Omit<RowProblem, 'severity'>, Pick<ReportRow, 'repeatsRow' | 'repeatsLead'> {
  row: number;
  ordinal: number;
  outcome: ReportRow['outcome'];
}

const LINES = `SELECT row_number AS row, ordinal, outcome, code, field, column_name AS column,
    coalesce(value, '') AS value, message, repeats_row AS "repeatsRow", repeats_lead AS "repeatsLead"
  FROM import_problems WHERE organization_id = $1 AND import_id = $2`;

/** Returns the lines of these rows in file order. */
function linesOf(tx: TenantTransaction, importId: string, numbers: readonly number[]): Promise<Line[]> {
  return tx.query<Line>(`${LINES} AND row_number = ANY($3::int[]) ORDER BY row_number, ordinal`, [
    tx.organizationId,
    importId,
    numbers,
  ]);
}

function nextLines(
  tx: TenantTransaction,
  importId: string,
  after: { row: number; ordinal: number },
): Promise<Line[]> {
  return tx.query<Line>(
    `${LINES} AND (row_number, ordinal) > ($3::int8, $4::int8)
     ORDER BY row_number, ordinal LIMIT ${PAGE_LINES}`,
    [tx.organizationId, importId, after.row, after.ordinal],
  );
}

function reportRowsOf(lines: readonly Line[]): ReportRow[] {
  return [...Map.groupBy(lines, ({ row }) => row).values()].map(reportRowOf);
}

/** The row's outcome is the gravest of its lines. */
function reportRowOf(inOrdinal: readonly Line[]): ReportRow {
  const lines = inOrdinal.toSorted((one, other) => gravityOf(one) - gravityOf(other));
  return {
    row: lines[0]?.row ?? 0,
    outcome: lines[0]?.outcome ?? 'warning',
    reason: [...new Set(lines.map(problemText))].join('; '),
    problems: lines.map(({ outcome, code, field, column, value, message }) => ({
      severity: outcome === 'warning' || outcome === 'fixed' ? 'warning' : 'error',
      ...{ code, field, column, value, message },
    })),
    repeatsRow: lines.find(({ repeatsRow }) => repeatsRow !== null)?.repeatsRow ?? null,
    repeatsLead: lines.find(({ repeatsLead }) => repeatsLead !== null)?.repeatsLead ?? null,
  };
}

function problemText({ column, message }: Line): string {
  return column === null ? message : `${column}: ${message}`;
}
