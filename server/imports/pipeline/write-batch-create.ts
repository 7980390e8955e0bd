import { v7 as uuid } from 'uuid';
import { LeadCounts } from '../../leads/stat-writes.ts';
import type { TenantTransaction } from '../../security/scope.ts';
import { countedStaged } from './counted-lead.ts';
import { stagedFrom } from './staged-lead.ts';
import type { MappedRow } from './types.ts';
import { type BatchOutcome, lockLeadBatches, noCounts, reportOf } from './write-batch.ts';
import { STAGED_COLUMNS, type StagedLead, stageLeads } from './write-batch-staging.ts';

const COLUMNS = STAGED_COLUMNS.join(', ');

/**
 * Inserts the rows of a batch that have no error, in file order. A row whose e-mail or valid phone is taken, in the
 * database or by an earlier row of the file, is a duplicate: the unique indexes decide, row by row.
 */
export async function createLeads(
  tx: TenantTransaction,
  importId: string,
  rows: readonly MappedRow[],
): Promise<BatchOutcome> {
  const counts = noCounts();
  const sound = rows.filter((row) => !row.problems.some((problem) => problem.severity === 'error'));
  const reports = rows.flatMap((row) => row.problems.map((problem) => reportOf(row.number, problem)));
  counts.errors = rows.length - sound.length;
  const leads = sound.map(({ draft }) => ({ ...stagedFrom(draft), id: uuid() }));
  const duplicates = await insertLeads(tx, importId, leads);
  const leadCounts = new LeadCounts();
  counts.duplicates = duplicates.size;
  counts.imported = sound.length - duplicates.size;
  sound.forEach((row, ordinal) => {
    if (duplicates.has(ordinal)) {
      reports.push({
        row: row.number,
        outcome: 'duplicate',
        code: 'duplicate',
        field: null,
        column: null,
        value: row.draft.email ?? row.draft.phone ?? '',
        message: 'A lead with this e-mail or phone exists already',
      });
      return;
    }
    leadCounts.add(countedStaged(leads[ordinal] ?? {}));
    if (row.draft.phone !== undefined && !row.draft.numberValid) counts.invalidPhones++;
  });
  return { counts, reports, leadCounts };
}

/** Returns the ordinals of the leads that were not inserted. */
async function insertLeads(
  tx: TenantTransaction,
  importId: string,
  leads: readonly StagedLead[],
): Promise<Set<number>> {
  if (leads.length === 0) return new Set();
  await stageLeads(tx.client, leads);
  await lockLeadBatches(tx);
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
