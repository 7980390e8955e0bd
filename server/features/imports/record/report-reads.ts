import { importPlan, type ReportRow, type RowProblem } from '#contract/imports.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import type { ImportWork } from './reads.ts';

/** Maximum report lines in memory. */
const PAGE_LINES = 1_000;
const GRAVEST_FIRST = ['error', 'duplicate', 'skipped', 'warning', 'mended'] as const;

/** An import's file as it was uploaded; `size` is null when the file has been deleted. */
export type ReportedFile = Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>;

/** Returns the file of an import, or null when the organization has no such import. */
export async function findReportedFile(
  tx: TenantTransaction,
  importId: string,
): Promise<ReportedFile | null> {
  const [row] = await tx.query<ReportedFile & { uploadId: string }>(
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

/** Yields the report rows after row `after` in file order. Holds no connection between two rows. */
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

interface Line extends Omit<RowProblem, 'severity'>, Pick<ReportRow, 'repeatsRow' | 'repeatsLead'> {
  row: number;
  ordinal: number;
  outcome: ReportRow['outcome'];
}

function nextLines(
  tx: TenantTransaction,
  importId: string,
  after: { row: number; ordinal: number },
): Promise<Line[]> {
  return tx.query<Line & { row: number }>(
    `SELECT row_number AS row, ordinal, outcome, code, field, column_name AS column, coalesce(value, '') AS value, message,
       repeats_row AS "repeatsRow", repeats_lead AS "repeatsLead"
     FROM import_problems
     WHERE organization_id = $1 AND import_id = $2 AND (row_number, ordinal) > ($3::int8, $4::int8)
     ORDER BY row_number, ordinal LIMIT ${PAGE_LINES}`,
    [tx.organizationId, importId, after.row, after.ordinal],
  );
}

/** Builds a report row from its lines. The gravest outcome among them is the row's outcome. */
function reportRowOf(lines: readonly Line[]): ReportRow {
  const outcomes = new Set(lines.map((line) => line.outcome));
  return {
    row: lines[0]?.row ?? 0,
    outcome: GRAVEST_FIRST.find((outcome) => outcomes.has(outcome)) ?? 'warning',
    reason: [...new Set(lines.map(problemText))].join('; '),
    problems: lines.map(({ outcome, code, field, column, value, message }) => ({
      severity: outcome === 'warning' || outcome === 'mended' ? 'warning' : 'error',
      ...{ code, field, column, value, message },
    })),
    repeatsRow: lines.find(({ repeatsRow }) => repeatsRow !== null)?.repeatsRow ?? null,
    repeatsLead: lines.find(({ repeatsLead }) => repeatsLead !== null)?.repeatsLead ?? null,
  };
}

function problemText({ column, message }: Line): string {
  return column === null ? message : `${column}: ${message}`;
}
