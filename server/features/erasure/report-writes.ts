import type { Matcher } from '../../lead/persons/matcher.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { mayHold, needlesOf } from './held-row-reads.ts';

interface ReportLine {
  importId: string;
  row: number;
  value: string | null;
  message: string;
  isTheirs: boolean;
}

/** Rows of imports whose report names the person. */
export interface RowWithPerson {
  importId: string;
  row: number;
}

/**
 * Returns the rows of imports that are reported with the person, that repeat one of their leads, or that became one. All lines
 * of such a row are about the person.
 */
export async function rowsWithPerson(tx: TenantTransaction, matcher: Matcher): Promise<RowWithPerson[]> {
  const lines = await tx.query<ReportLine>(
    `SELECT import_id AS "importId", row_number AS row, value, message,
       coalesce(repeats_lead = ANY ($2::uuid[]), false) AS "isTheirs"
     FROM import_problems
     WHERE organization_id = $1 AND (repeats_lead = ANY ($2::uuid[]) OR ${mayHold(['value', 'message', 'column_name'], 3)})`,
    [tx.organizationId, matcher.needles.ids, ...needlesOf(matcher, false)],
  );
  const held = lines.filter(
    ({ isTheirs, value, message }) => isTheirs || matcher.holds(value ?? '') || matcher.holds(message),
  );
  const stored = await tx.query<RowWithPerson>(
    `SELECT p.import_id AS "importId", p.row_number AS row
     FROM (
       SELECT s.import_id, u.row FROM import_stored_rows s CROSS JOIN LATERAL unnest(s.rows, s.leads) AS u (row, lead)
       WHERE s.organization_id = $1 AND s.leads && $2::uuid[] AND u.lead = ANY ($2::uuid[])
     ) t JOIN import_problems p ON p.organization_id = $1 AND p.import_id = t.import_id AND p.row_number = t.row`,
    [tx.organizationId, matcher.needles.ids],
  );
  const rows = new Map(
    [...held, ...stored].map(({ importId, row }) => [`${importId} ${row}`, { importId, row }]),
  );
  return [...rows.values()];
}

/** Removes these rows from the reports of their imports; what the imports counted stays. */
export async function eraseReportedRows(tx: TenantTransaction, matcher: Matcher): Promise<number> {
  const rows = await rowsWithPerson(tx, matcher);
  for (const [importId, some] of Map.groupBy(rows, (row) => row.importId)) {
    await tx.query(
      'DELETE FROM import_problems WHERE organization_id = $1 AND import_id = $2 AND row_number = ANY ($3::int[])',
      [tx.organizationId, importId, some.map(({ row }) => row)],
    );
    await tx.query(
      `UPDATE imports SET problems = (
         SELECT count(DISTINCT row_number) FROM import_problems
         WHERE organization_id = $1 AND import_id = $2 AND outcome <> 'fixed')
       WHERE organization_id = $1 AND id = $2 AND status <> 'processing'`,
      [tx.organizationId, importId],
    );
  }
  return rows.length;
}

/** Everything that reports say about these rows. */
export function linesOfRows(
  tx: TenantTransaction,
  rows: readonly RowWithPerson[],
): Promise<Record<string, unknown>[]> {
  return tx.query<Record<string, unknown>>(
    `SELECT p.* FROM import_problems p JOIN unnest($2::uuid[], $3::int[]) AS r (import_id, row)
       ON p.import_id = r.import_id AND p.row_number = r.row
     WHERE p.organization_id = $1 ORDER BY p.import_id, p.row_number, p.ordinal`,
    [tx.organizationId, rows.map(({ importId }) => importId), rows.map(({ row }) => row)],
  );
}
