import { type AuditEntry, auditColumns, auditInsert } from '../audit/writes.ts';
import { arrayLiteral } from '../db/array-literal.ts';
import { hasInserted } from '../db/savepoint.ts';
import type { StoredLead } from '../imports/pipeline/stored-lead.ts';
import { STAGED, STAGED_COLUMNS, type StagedColumn } from '../imports/pipeline/write-batch-staging.ts';
import { noticeOf } from '../jobs/notices.ts';
import type { LeadCounts } from '../leads/stat-writes.ts';
import type { TenantTransaction } from '../security/scope.ts';

const checked = (column: 'hlr' | 'whatsapp'): string =>
  `CASE WHEN ${column} IS NOT NULL THEN now() END, CASE WHEN ${column} IS NOT NULL THEN 'api' END`;

const COLUMNS = STAGED_COLUMNS.join(', ');
// Arrays of arrays would have to be rectangular, so the tags of each lead come as text.
const TYPES = STAGED.map(([, type]) => (type === 'text[]' ? 'text' : type));
const VALUES = STAGED.map(([name, type]) => (type === 'text[]' ? `${name}::text[]` : name)).join(', ');

const INSERT = `INSERT INTO leads
    (organization_id, created_by_name, hlr_checked_at, hlr_source, whatsapp_checked_at, whatsapp_source, ${COLUMNS})
  SELECT $1, created_by_name, ${checked('hlr')}, ${checked('whatsapp')}, ${VALUES}
  FROM unnest($2::text[], ${TYPES.map((type, at) => `$${at + 3}::${type}[]`).join(', ')}) AS s (created_by_name, ${COLUMNS})`;
const INSERT_NEW = `${INSERT} ON CONFLICT DO NOTHING RETURNING id`;

/** From so many leads on what the plain statement saves is more than its savepoint costs. */
const MANY = 100;

/** A lead that is about to be inserted, and who made it. */
export interface MadeLead {
  lead: StoredLead;
  by: string;
}

/**
 * Inserts leads in their order. One whose e-mail or valid phone is taken, in the database or by an earlier one, is left
 * out: the unique indexes decide.
 * @returns the ids of those that were inserted
 */
export async function insertApiLeads(tx: TenantTransaction, made: readonly MadeLead[]): Promise<Set<string>> {
  const leads = made.map(({ lead }) => lead);
  const given = [
    tx.organizationId,
    arrayLiteral(made.map(({ by }) => by)),
    ...STAGED_COLUMNS.map((column) => columnLiteral(leads, column)),
  ];
  if (leads.length >= MANY && (await hasInserted(tx, () => tx.query(INSERT, given, 'insert_api_batch')))) {
    return new Set(leads.map(({ id }) => id));
  }
  const rows = await tx.query<{ id: string }>(INSERT_NEW, given, 'insert_api_leads');
  return new Set(rows.map(({ id }) => id));
}

/** What leads hold in a column, as an array. One that none holds anything in is empty: unnest fills up with null. */
function columnLiteral(leads: readonly StoredLead[], column: StagedColumn): string {
  if (leads.every((lead) => lead[column] === null)) return '{}';
  return arrayLiteral(leads.map((lead) => valueText(lead[column])));
}

function valueText(value: StoredLead[StagedColumn]): string | null {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
    [tx.organizationId, ...auditColumns(audits), ...counts.take(), channel, payload],
    'record_api_leads',
  );
}
