import { type Actor, type AuditEntry, auditColumns, auditInsert } from '../audit/writes.ts';
import { hasInserted } from '../db/savepoint.ts';
import type { StoredLead } from '../imports/pipeline/stored-lead.ts';
import { STAGED, STAGED_COLUMNS } from '../imports/pipeline/write-batch-staging.ts';
import { noticeOf } from '../jobs/notices.ts';
import type { LeadCounts } from '../leads/stat-writes.ts';
import type { TenantTransaction } from '../security/scope.ts';

const COLUMNS = STAGED_COLUMNS.join(', ');
const TYPED = STAGED.map(([name, type]) => `${name} ${type}`).join(', ');

const checked = (column: 'hlr' | 'whatsapp'): string =>
  `CASE WHEN ${column} IS NOT NULL THEN now() END, CASE WHEN ${column} IS NOT NULL THEN 'api' END`;

const INSERT = `INSERT INTO leads
    (organization_id, hlr_checked_at, hlr_source, whatsapp_checked_at, whatsapp_source, ${COLUMNS})
  SELECT $1, ${checked('hlr')}, ${checked('whatsapp')}, ${COLUMNS} FROM json_to_recordset($2::json) AS s (${TYPED})`;
const INSERT_NEW = `${INSERT} ON CONFLICT DO NOTHING RETURNING id`;

/** From so many leads on what the plain statement saves is more than its savepoint costs. */
const MANY = 100;

/**
 * Inserts leads in their order. One whose e-mail or valid phone is taken, in the database or by an earlier one, is left
 * out: the unique indexes decide.
 * @returns the ids of those that were inserted
 */
export async function insertApiLeads(
  tx: TenantTransaction,
  leads: readonly StoredLead[],
): Promise<Set<string>> {
  const given = [tx.organizationId, JSON.stringify(leads.map(filled))];
  if (leads.length >= MANY && (await hasInserted(tx, () => tx.query(INSERT, given, 'insert_api_batch')))) {
    return new Set(leads.map(({ id }) => id));
  }
  const rows = await tx.query<{ id: string }>(INSERT_NEW, given, 'insert_api_leads');
  return new Set(rows.map(({ id }) => id));
}

// All that goes with new leads, in one statement: the first points of their timelines (each has the id of its lead, which
// comes before the ids of all later points), audit entries, counts, word of it.
const RECORD = `WITH events AS (
    INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, actor_id, actor_name, version)
    SELECT $1, e.lead_id, e.lead_id, 'created', '{}', e.actor_id, e.actor_name, 1
    FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS e (lead_id, actor_id, actor_name)
  ), audits AS (${auditInsert(5)}
  ), counts AS (
    INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
    SELECT $1, $13, e.* FROM unnest($14::text[], $15::text[], $16::int8[], $17::int8[], $18::int8[]) AS e
  )
  SELECT pg_notify($19, $20)`;

/** What goes with leads that were just inserted. */
export interface Created {
  leads: readonly { leadId: string; actor: Actor }[];
  counts: LeadCounts;
  audits: readonly AuditEntry[];
}

/** Records new leads in their timelines, the counts and the audit trail, and tells that leads changed. */
export async function recordCreated(
  tx: TenantTransaction,
  { leads, counts, audits }: Created,
): Promise<void> {
  const { channel, payload } = noticeOf(tx.organizationId, { type: 'leads' });
  await tx.query(
    RECORD,
    [
      tx.organizationId,
      leads.map(({ leadId }) => leadId),
      leads.map(({ actor }) => actor.id),
      leads.map(({ actor }) => actor.username),
      ...auditColumns(audits),
      ...counts.take(),
      channel,
      payload,
    ],
    'record_api_leads',
  );
}

/** The columns that hold something: of thirty, a program seldom sends ten. */
function filled(lead: StoredLead): Partial<StoredLead> {
  const held: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(lead)) if (value !== null) held[column] = value;
  return held;
}
