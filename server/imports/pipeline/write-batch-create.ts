import { LeadCounts } from '../../leads/stat-writes.ts';
import type { TenantTransaction } from '../../security/scope.ts';
import { countedStaged } from './counted-lead.ts';
import type { CreateBatch } from './prepare-create.ts';
import type { MappedRow } from './types.ts';
import { type BatchOutcome, noCounts, type RowReport } from './write-batch.ts';
import { STAGED_COLUMNS, stageLeads } from './write-batch-staging.ts';

const COLUMNS = STAGED_COLUMNS.join(', ');

/**
 * Inserts the rows of a batch that have no error, in file order. A row whose e-mail or valid phone is taken, in the
 * database or by an earlier row of the file, is a duplicate: the unique indexes decide, row by row.
 */
export async function createLeads(
  tx: TenantTransaction,
  importId: string,
  batch: CreateBatch,
): Promise<BatchOutcome> {
  const duplicates = await insertLeads(tx, importId, batch);
  const counts = noCounts();
  const leadCounts = new LeadCounts();
  const reports = [...batch.reports];
  counts.errors = batch.errors;
  counts.duplicates = duplicates.size;
  counts.imported = batch.sound.length - duplicates.size;
  batch.sound.forEach((row, ordinal) => {
    if (duplicates.has(ordinal)) {
      reports.push(duplicateReport(row));
      return;
    }
    leadCounts.add(countedStaged(batch.leads[ordinal] ?? {}));
    if (row.draft.phone !== undefined && !row.draft.numberValid) counts.invalidPhones++;
  });
  return { counts, reports, leadCounts };
}

function duplicateReport({ number, draft }: MappedRow): RowReport {
  return {
    row: number,
    outcome: 'duplicate',
    code: 'duplicate',
    field: null,
    column: null,
    value: draft.email ?? draft.phone ?? '',
    message: 'A lead with this e-mail or phone exists already',
  };
}

/** Returns the ordinals of the leads that were not inserted. */
async function insertLeads(
  tx: TenantTransaction,
  importId: string,
  { leads, text }: CreateBatch,
): Promise<Set<number>> {
  if (leads.length === 0) return new Set();
  await stageLeads(tx.client, text);
  const { rowCount } = await tx.client.query(
    `INSERT INTO leads (organization_id, import_id, hlr_checked_at, hlr_source, whatsapp_checked_at, whatsapp_source, ${COLUMNS})
     SELECT $1, $2,
       CASE WHEN hlr IS NOT NULL THEN now() END, CASE WHEN hlr IS NOT NULL THEN 'import' END,
       CASE WHEN whatsapp IS NOT NULL THEN now() END, CASE WHEN whatsapp IS NOT NULL THEN 'import' END, ${COLUMNS}
     FROM lead_staging ORDER BY ordinal
     ON CONFLICT DO NOTHING`,
    [tx.organizationId, importId],
  );
  if (rowCount === leads.length) return new Set();
  const left = await tx.query<{ ordinal: number }>(
    `SELECT s.ordinal FROM lead_staging s
     WHERE NOT EXISTS (SELECT FROM leads l WHERE l.organization_id = $1 AND l.id = s.id)`,
    [tx.organizationId],
  );
  return new Set(left.map((row) => row.ordinal));
}
