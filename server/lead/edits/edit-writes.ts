import type { LeadNote } from '#contract/leads.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { changeLeads, ONE_LEAD } from '../store/change-leads.ts';
import { insertLeads } from '../store/insert-leads.ts';
import { type ColumnChanges, EDITED_COLUMNS } from '../store/lead-row.ts';
import type { StagedColumn } from '../store/staging.ts';
import type { StoredLead } from '../store/stored-lead.ts';
import { takenIdentity } from './identity.ts';

/** A point of a lead's timeline that is about to be written. */
export interface NewEvent {
  leadId: string;
  kind: 'edit' | 'deleted' | 'restored' | 'merged' | 'sold' | 'returned';
  changes: ColumnChanges;
  actor: Actor;
  detail?: string;
}

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;

/**
 * Inserts a lead made by hand, its statuses checked just now.
 * @throws IdentityTaken
 */
export async function insertLead(tx: TenantTransaction, lead: StoredLead, by: Actor): Promise<void> {
  const places = EDITED_COLUMNS.map((_, index) => `$${index + 4}`).join(', ');
  const checked = (column: 'hlr' | 'whatsapp'): string =>
    lead[column] === null ? 'NULL, NULL' : "now(), 'manual'";
  await takenIdentity(lead, () =>
    insertLeads(tx, {
      columns: [...['organization_id', 'id', 'created_by_name'], ...EDITED_COLUMNS, ...CHECKS],
      source: `VALUES ($1, $2, $3, ${places}, ${checked('hlr')}, ${checked('whatsapp')})`,
      values: [
        tx.organizationId,
        lead.id,
        by.username,
        ...EDITED_COLUMNS.map((column) => stored(lead, column)),
      ],
    }),
  );
}

/** Where a status of HLR or WhatsApp comes from: a person, or a program. */
export type CheckSource = 'manual' | 'api';

/**
 * Writes the columns of a lead that changed. A status of HLR or WhatsApp that was set counts as checked now.
 * @throws IdentityTaken
 */
export async function updateLead(
  tx: TenantTransaction,
  lead: StoredLead,
  changed: readonly StagedColumn[],
  source: CheckSource = 'manual',
): Promise<void> {
  const sets = changed.flatMap((column, index) => [
    `${column} = $${index + 3}`,
    ...(column === 'hlr' || column === 'whatsapp' ? checkedBy(lead, column, source) : []),
  ]);
  await takenIdentity(lead, () =>
    changeLeads(tx, { source: ONE_LEAD, set: sets }, [
      tx.organizationId,
      lead.id,
      ...changed.map((column) => stored(lead, column)),
    ]),
  );
}

/**
 * Puts a lead into the bin, or takes it out of it.
 * @throws IdentityTaken
 */
export async function moveLead(tx: TenantTransaction, lead: StoredLead, to: 'bin' | 'list'): Promise<void> {
  await takenIdentity(lead, () =>
    changeLeads(tx, { source: ONE_LEAD, set: [`deleted_at = ${to === 'bin' ? 'now()' : 'NULL'}`] }, [
      tx.organizationId,
      lead.id,
    ]),
  );
}

/** Adds a point to a lead's timeline. */
export async function addEvent(tx: TenantTransaction, event: NewEvent): Promise<void> {
  await tx.query(
    `INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, actor_id, actor_name, detail, version)
     SELECT $1, id, $3, $4, $5, $6, $7, $8, version FROM leads WHERE organization_id = $1 AND id = $2`,
    [
      tx.organizationId,
      event.leadId,
      newId(),
      event.kind,
      JSON.stringify(event.changes),
      event.actor.id,
      event.actor.username,
      event.detail ?? null,
    ],
  );
}

/** Adds a note to a lead. */
export async function insertNote(
  tx: TenantTransaction,
  leadId: string,
  text: string,
  actor: Actor,
): Promise<LeadNote> {
  const id = newId();
  const [row] = await tx.query<{ createdAt: Date }>(
    `INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING created_at AS "createdAt"`,
    [tx.organizationId, leadId, id, text, actor.id, actor.username],
  );
  return { id, text, createdBy: actor.username, createdAt: (row?.createdAt ?? new Date()).toISOString() };
}

function checkedBy(lead: StoredLead, column: 'hlr' | 'whatsapp', source: CheckSource): string[] {
  return lead[column] === null
    ? [`${column}_checked_at = NULL`, `${column}_source = NULL`]
    : [`${column}_checked_at = now()`, `${column}_source = '${source}'`];
}

function stored(lead: StoredLead, column: StagedColumn): unknown {
  return column === 'custom_data' ? JSON.stringify(lead.custom_data) : lead[column];
}
