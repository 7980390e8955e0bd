import { STORED, STORED_COLUMNS } from '../../lead/fields.ts';
import type { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { columnLiterals, textsLiteral } from '../../lead/store/column-literal.ts';
import { insertAllLeads, insertNewLeads } from '../../lead/store/insert-leads.ts';
import type { StoredLead } from '../../lead/store/stored-lead.ts';
import { takeTransactionId } from '../../lead/store/transaction-id.ts';
import { type AuditEntry, auditColumns, auditInsert } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { noticeOf } from '../../platform/events/notices.ts';

const checked = (column: 'hlr' | 'whatsapp'): string =>
  `CASE WHEN ${column} IS NOT NULL THEN now() END, CASE WHEN ${column} IS NOT NULL THEN 'api' END`;

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;
const COLUMNS = ['organization_id', 'created_by_name', ...CHECKS, ...STORED_COLUMNS];
// Arrays of arrays would have to be rectangular, so the tags of each lead come as text.
const TYPES = STORED.map(([, type]) => (type === 'text[]' ? 'text' : type));
const VALUES = STORED.map(([name, type]) => (type === 'text[]' ? `${name}::text[]` : name)).join(', ');

const SOURCE = `SELECT $1::uuid, created_by_name, ${checked('hlr')}, ${checked('whatsapp')}, ${VALUES}
  FROM unnest($2::text[], ${TYPES.map((type, at) => `$${at + 3}::${type}[]`).join(', ')}) AS s (created_by_name, ${STORED_COLUMNS.join(', ')})`;

/** From so many leads on what the plain statement saves is more than its savepoint costs. */
const MANY = 100;

/**
 * Inserts leads in their order, at the same places of `by` the names of who made them. One whose e-mail or valid phone is
 * taken, in the database or by an earlier one, is left out: the unique indexes decide.
 * @returns those that were left out
 */
export async function insertApiLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
  by: readonly string[],
): Promise<StoredLead[]> {
  const values = [tx.organizationId, textsLiteral(by), ...columnLiterals(leads, STORED_COLUMNS)];
  const given = { columns: COLUMNS, source: SOURCE, values };
  // Nothing waits for it: where statements may follow one another unanswered, it goes out with the next one.
  const hasId = takeTransactionId(tx);
  if (leads.length >= MANY) {
    await hasId;
    if (await insertAllLeads(tx, { ...given, name: 'insert_api_batch' })) return [];
  }
  const [rows] = await Promise.all([
    insertNewLeads<{ id: string }>(tx, { ...given, name: 'insert_api_leads' }, 'SELECT id FROM made'),
    hasId,
  ]);
  const inserted = new Set(rows.map(({ id }) => id));
  return leads.filter(({ id }) => !inserted.has(id));
}

// All that goes with new leads, in one statement: audit entries, counts, word of it.
const RECORD = `WITH audits AS (${auditInsert(2)}
  ), counts AS (
    INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
    SELECT $1, $10, e.* FROM unnest($11::text[], $12::text[], $13::int8[], $14::int8[], $15::int8[]) AS e
  )
  SELECT pg_notify($16, $17)`;

/** What goes with leads that were just inserted. */
export interface Created {
  counts: LeadCounts;
  audits: readonly AuditEntry[];
}

/** Records new leads in the counts and the audit trail, and tells that leads changed. */
export async function recordCreated(tx: TenantTransaction, { counts, audits }: Created): Promise<void> {
  const { channel, payload } = noticeOf(tx.organizationId, { type: 'leads' });
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
