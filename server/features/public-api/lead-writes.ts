import { ANY_LEADS } from '../../lead/change/announce-leads.ts';
import { STORED, STORED_COLUMNS } from '../../lead/fields.ts';
import { columnLiterals, textsLiteral } from '../../lead/rows/column-literal.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import { countsFrom, type LeadCounts } from '../../lead/stats/stat-writes.ts';
import { foldedTextsOf, insertAllLeads, insertNewLeads, takeTransactionId } from '../../lead/store/store.ts';
import type { Admission } from '../../lead/suppression/admission.ts';
import { type AuditEntry, auditColumns, auditInsert } from '../../platform/audit/writes.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { noticeOf } from '../../platform/events/notices.ts';

const checked = (column: 'hlr' | 'whatsapp'): string =>
  `CASE WHEN ${column} IS NOT NULL THEN now() END, CASE WHEN ${column} IS NOT NULL THEN 'api' END`;

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;
const COLUMNS = ['organization_id', 'created_by_name', ...CHECKS, 'folded', ...STORED_COLUMNS];
// PostgreSQL's nested arrays must be rectangular, so tags are sent as text.
const TYPES = STORED.map(([, type]) => (type === 'text[]' ? 'text' : type));
const VALUES = STORED.map(([name, type]) => (type === 'text[]' ? `${name}::text[]` : name)).join(', ');

const SOURCE = `SELECT $1::uuid, created_by_name, ${checked('hlr')}, ${checked('whatsapp')}, folded, ${VALUES}
  FROM unnest($2::text[], $3::jsonb[], ${TYPES.map((type, at) => `$${at + 4}::${type}[]`).join(', ')}) AS s (created_by_name, folded, ${STORED_COLUMNS.join(', ')})`;

const MADE = 'SELECT id, updated_at AS "updatedAt" FROM made';
type Made = { id: string; updatedAt: Date };

/** From here, a plain INSERT saves more than its savepoint costs. */
const PLAIN_INSERT_LEADS = 100;

/**
 * Inserts in order, leaving out taken emails and valid phones, as unique indexes decide.
 * @param by creator of each lead
 * @returns the omitted leads, and when the others were made
 */
export async function insertApiLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
  by: readonly string[],
  admission: Admission,
): Promise<{ left: StoredLead[]; updatedAt: Date | undefined }> {
  const folded = leads.map((lead) => foldedTextsOf(lead));
  const values = [
    tx.organizationId,
    textsLiteral(by),
    folded.some((texts) => texts !== null) ? folded : '{}',
    ...columnLiterals(leads, STORED_COLUMNS),
  ];
  const given = { admission, columns: COLUMNS, source: SOURCE, values };
  // Not awaited, so that a pipelined connection sends both statements together.
  const hasId = takeTransactionId(tx);
  if (leads.length >= PLAIN_INSERT_LEADS) {
    await hasId;
    const [one] =
      (await insertAllLeads<Pick<Made, 'updatedAt'>>(
        tx,
        { ...given, name: 'insert_api_batch' },
        `${MADE} LIMIT 1`,
      )) ?? [];
    if (one !== undefined) return { left: [], updatedAt: one.updatedAt };
  }
  const [rows] = await Promise.all([
    insertNewLeads<Made>(tx, { ...given, name: 'insert_api_leads' }, MADE),
    hasId,
  ]);
  const inserted = new Set(rows.map(({ id }) => id));
  return { left: leads.filter(({ id }) => !inserted.has(id)), updatedAt: rows[0]?.updatedAt };
}

const RECORD = `WITH audits AS (${auditInsert(2)}
  ), counts AS (
    INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
    ${countsFrom('$1', '$10', ['$11', '$12', '$13', '$14', '$15'])} ${INSERTED}
  )
  SELECT pg_notify($16, $17)`;

export interface Created {
  counts: LeadCounts;
  audits: readonly AuditEntry[];
}

/** Records counts and audit entries, and notifies listeners. */
export async function recordCreated(tx: TenantTransaction, { counts, audits }: Created): Promise<void> {
  const { channel, payload } = noticeOf(tx.organizationId, ANY_LEADS);
  await tx.query(
    RECORD,
    [tx.organizationId, ...auditColumns(audits), ...countColumns(counts), channel, payload],
    'record_api_leads',
  );
}

function countColumns(counts: LeadCounts): string[] {
  const [entry, dimensions, values, ...numbers] = counts.take();
  return [
    entry,
    textsLiteral(dimensions),
    textsLiteral(values),
    ...numbers.map((column) => `{${column.join(',')}}`),
  ];
}
