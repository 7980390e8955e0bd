import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { insertAllLeads, insertNewLeads, STAGED_COLUMNS, stageLeads } from '../../../lead/store/store.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countedStaged } from './counted-lead.ts';
import type { CreateBatch } from './prepare-create.ts';
import { type BatchOutcome, noCounts, type RowReport } from './record-batch.ts';

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;
const COLUMNS = ['organization_id', 'import_id', ...CHECKS, ...STAGED_COLUMNS];

const SOURCE = `SELECT $1::uuid, $2::uuid,
    CASE WHEN hlr IS NOT NULL THEN now() END, CASE WHEN hlr IS NOT NULL THEN 'import' END,
    CASE WHEN whatsapp IS NOT NULL THEN now() END, CASE WHEN whatsapp IS NOT NULL THEN 'import' END,
    ${STAGED_COLUMNS.join(', ')}
  FROM lead_staging`;

/** A lead that was not inserted: where it stands in the batch, what it is reported by and counted by. */
const LEFT = `SELECT ordinal, email, phone, number_valid, hlr, whatsapp, tags,
    ${FILTERED_FIELDS.map(({ column }) => column).join(', ')}
  FROM lead_staging s WHERE NOT EXISTS (SELECT FROM made m WHERE m.id = s.id)
  ORDER BY ordinal`;

interface LeftLead extends Record<string, unknown> {
  ordinal: number;
  email: string | null;
  phone: string | null;
  number_valid: boolean;
  tags: string[];
}

/**
 * Inserts the rows of a batch that have no error, in file order. A row whose e-mail or valid phone is taken, in the
 * database or by an earlier row of the file, is a duplicate: the unique indexes decide, row by row. The outcome is the
 * same whether or not duplicates are expected; where they are, the rows are not tried without.
 */
export async function createLeads(
  tx: TenantTransaction,
  importId: string,
  batch: CreateBatch,
  { expectsDuplicates }: { expectsDuplicates: boolean },
): Promise<BatchOutcome> {
  const left = await insertLeads(tx, importId, batch, expectsDuplicates);
  const counts = noCounts();
  const leadCounts = batch.leadCounts.copy();
  const reports = [...batch.reports];
  counts.errors = batch.errors;
  counts.duplicates = left.length;
  counts.imported = batch.numbers.length - left.length;
  counts.invalidPhones = batch.invalidPhones;
  for (const lead of left) {
    reports.push(duplicateReport(batch.numbers[lead.ordinal] ?? 0, lead));
    leadCounts.remove(countedStaged(lead));
    if (lead.phone !== null && !lead.number_valid) counts.invalidPhones--;
  }
  return { counts, reports, leadCounts };
}

function duplicateReport(row: number, { email, phone }: LeftLead): RowReport {
  return {
    row,
    outcome: 'duplicate',
    code: 'duplicate',
    field: null,
    column: null,
    value: email ?? phone ?? '',
    message: 'A lead with this e-mail or phone exists already',
  };
}

/** Returns the leads that were not inserted, in file order. */
async function insertLeads(
  tx: TenantTransaction,
  importId: string,
  { numbers, text }: CreateBatch,
  expectsDuplicates: boolean,
): Promise<LeftLead[]> {
  if (numbers.length === 0) return [];
  // Which gives the transaction its id.
  await stageLeads(tx.client, text);
  const leads = { columns: COLUMNS, source: SOURCE, values: [tx.organizationId, importId] };
  if (!expectsDuplicates && (await insertAllLeads(tx, leads))) return [];
  return insertNewLeads<LeftLead>(tx, { ...leads, source: `${SOURCE} ORDER BY ordinal` }, LEFT);
}
