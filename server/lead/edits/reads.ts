import { isDeepStrictEqual } from 'node:util';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadDetail, LeadEvent, LeadNote, LeadSale } from '#contract/leads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { LEAD_COLUMNS, type SelectedLead, STORED_COLUMNS } from '../fields.ts';
import { type LeadNames, toLead } from '../lead-reads.ts';
import { ownerNames } from '../owners/owner-reads.ts';
import type { ColumnChanges, LeadRow } from '../rows/lead-row.ts';
import { IS_LATE } from '../sales/return-window-reads.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';

/** Maximum timeline events returned; most leads have a few. */
const EVENTS_SHOWN = 200;
const ROW = [
  ...STORED_COLUMNS,
  'is_sold',
  'version',
  'deleted_at',
  'import_id',
  'created_by_name',
  'created_at',
  'hlr_checked_at::text',
  'hlr_source',
  'whatsapp_checked_at::text',
  'whatsapp_source',
].join(', ');

interface DetailRow extends SelectedLead {
  hlrCheckedAt: Date | null;
  hlrSource: string | null;
  whatsappCheckedAt: Date | null;
  whatsappSource: string | null;
  updatedAt: Date;
  deletedAt: Date | null;
  createdByName: string | null;
}

/** Locks the leads of these ids, including those in the trash, in id order until the transaction ends. */
export function lockLeadRows(tx: TenantTransaction, ids: readonly string[]): Promise<LeadRow[]> {
  return tx.query<LeadRow>(
    `SELECT ${ROW} FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
    [tx.organizationId, ids],
  );
}

/** Reads rows of `leads` that were kept as JSON. */
export function keptLeadRows(tx: TenantTransaction, rows: readonly unknown[]): Promise<LeadRow[]> {
  return tx.query<LeadRow>(`SELECT ${ROW} FROM jsonb_populate_recordset(NULL::leads, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}

/**
 * Locks a lead, even in the trash, until the transaction ends.
 * @throws HttpError not_found
 */
export async function lockLead(tx: TenantTransaction, id: string): Promise<LeadRow> {
  const [row] = await lockLeadRows(tx, [id]);
  if (row === undefined) throw leadNotFound();
  return row;
}

/** Creates the error for a lead that the organization doesn't have. */
export function leadNotFound(): HttpError {
  return new HttpError('not_found', 'Lead not found');
}

/**
 * Returns a lead, even in the trash, with its notes and its timeline, newest first.
 * @throws HttpError not_found
 */
export async function findLeadDetail(tx: TenantTransaction, id: string): Promise<LeadDetail> {
  const [row] = await tx.query<DetailRow>(
    `SELECT ${LEAD_COLUMNS}, hlr_checked_at AS "hlrCheckedAt", hlr_source AS "hlrSource",
       whatsapp_checked_at AS "whatsappCheckedAt", whatsapp_source AS "whatsappSource", updated_at AS "updatedAt",
       deleted_at AS "deletedAt", created_by_name AS "createdByName"
     FROM leads WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  if (row === undefined) throw leadNotFound();
  const { createdByName, ...lead } = row;
  const origin = lead.importId === null ? null : await importOrigin(tx, lead.importId);
  const events = await leadEvents(tx, id);
  if (events.length < EVENTS_SHOWN && !events.some((event) => event.kind === 'created')) {
    // New leads get no event. The lead itself records when it was created and by which user or import.
    const detail = origin?.filename ?? null;
    events.push({
      id,
      kind: 'created',
      changes: {},
      detail,
      actor: createdByName ?? origin?.actor ?? '',
      createdAt: lead.createdAt,
    });
  }
  const names = { statuses: await loadLeadStatuses(tx), owners: await ownerNames(tx) };
  return {
    ...toLead(lead, names),
    hlrCheckedAt: iso(lead.hlrCheckedAt),
    whatsappCheckedAt: iso(lead.whatsappCheckedAt),
    updatedAt: lead.updatedAt.toISOString(),
    deletedAt: iso(lead.deletedAt),
    importFilename: origin?.filename ?? null,
    notes: await notesOf(tx, id),
    sales: await leadSales(tx, id),
    events: events.map((event) => pointOf(event, names)),
  };
}

/** Returns the notes of a lead, newest first. */
export async function notesOf(tx: TenantTransaction, leadId: string): Promise<LeadNote[]> {
  const rows = await tx.query<Omit<LeadNote, 'createdAt'> & { createdAt: Date }>(
    `SELECT id, text, created_by_name AS "createdBy", created_at AS "createdAt" FROM lead_notes
     WHERE organization_id = $1 AND lead_id = $2 ORDER BY created_at DESC, id DESC`,
    [tx.organizationId, leadId],
  );
  return rows.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() }));
}

/** Returns the sales of a lead, newest first. */
async function leadSales(tx: TenantTransaction, leadId: string): Promise<LeadSale[]> {
  type Row = Omit<LeadSale, 'soldAt' | 'returnedAt'> & { soldAt: Date; returnedAt: Date | null };
  const rows = await tx.query<Row>(
    `SELECT s.id, s.customer_number AS "customerNumber", s.sold_by_name AS "soldBy", s.sold_at AS "soldAt",
       s.returned_at AS "returnedAt", s.returned_by_name AS "returnedBy", s.return_reason AS "returnReason",
       s.price, s.currency, s.order_id AS "orderId", ${IS_LATE} AS late
     FROM lead_sales s LEFT JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
     WHERE s.organization_id = $1 AND s.lead_id = $2 ORDER BY s.sold_at DESC, s.id DESC`,
    [tx.organizationId, leadId],
  );
  return rows.map((sale) => ({
    ...sale,
    soldAt: sale.soldAt.toISOString(),
    returnedAt: iso(sale.returnedAt),
  }));
}

/** Returns whether the organization has the lead, including in the trash. */
export async function hasLead(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM leads WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
  ]);
  return rows.length > 0;
}

/** Returns the user who last changed a column of a lead or created the lead, or null if unknown. */
export async function lastToChange(
  tx: TenantTransaction,
  lead: LeadRow,
  column: string,
): Promise<string | null> {
  const [event] = await tx.query<{ actor: string }>(
    `SELECT actor_name AS actor FROM lead_events
     WHERE organization_id = $1 AND lead_id = $2 AND (changes ? $3 OR kind = 'created')
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [tx.organizationId, lead.id, column],
  );
  if (event !== undefined) return event.actor;
  if (lead.created_by_name !== null) return lead.created_by_name;
  return lead.import_id === null ? null : ((await importOrigin(tx, lead.import_id))?.actor ?? null);
}

/** Returns the id of the lead outside the trash with this email or valid phone. */
export async function holderOf(
  tx: TenantTransaction,
  identity: { field: 'email' | 'phone'; value: string },
): Promise<string | null> {
  const held = identity.field === 'email' ? 'email = $2' : 'number_valid AND phone = $2';
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND ${held}`,
    [tx.organizationId, identity.value],
  );
  return row?.id ?? null;
}

async function importOrigin(
  tx: TenantTransaction,
  importId: string,
): Promise<{ filename: string; actor: string } | null> {
  const [row] = await tx.query<{ filename: string; actor: string }>(
    'SELECT filename, created_by_name AS actor FROM imports WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, importId],
  );
  return row ?? null;
}

function leadEvents(tx: TenantTransaction, leadId: string): Promise<EventRow[]> {
  return tx.query<EventRow>(
    `SELECT e.id, e.kind, e.changes, coalesce(e.detail, i.filename) AS detail, e.actor_name AS actor,
       e.created_at AS "createdAt"
     FROM lead_events e
     LEFT JOIN imports i ON i.organization_id = e.organization_id AND i.id = e.import_id
     WHERE e.organization_id = $1 AND e.lead_id = $2
     ORDER BY e.created_at DESC, e.id DESC LIMIT ${EVENTS_SHOWN}`,
    [tx.organizationId, leadId],
  );
}

function iso(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

/** A stored timeline event. */
export interface EventRow {
  id: string;
  kind: string;
  changes: ColumnChanges;
  detail: string | null;
  actor: string;
  createdAt: Date;
}

const KEY_OF_COLUMN = new Map<string, string>(LEAD_FIELDS.map((field) => [field.column, field.key]));

/** Converts a stored event to its form in the contract: without columns that no screen shows, statuses and owners by their present names. */
function pointOf(row: EventRow, { statuses, owners }: LeadNames): LeadEvent {
  const shown = (column: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (column === 'owner_id') return owners.get(value) ?? 'a deleted user';
    return column === 'status' ? statuses.nameOf(value) : value;
  };
  return {
    id: row.id,
    kind: row.kind as LeadEvent['kind'],
    changes: Object.entries(row.changes).flatMap(([column, [before, after]]) =>
      column === 'custom_data'
        ? customChanges(before, after)
        : fieldChanges(column, shown(column, before), shown(column, after)),
    ),
    detail: row.detail,
    actor: row.actor,
    createdAt: row.createdAt.toISOString(),
  };
}

function fieldChanges(column: string, before: unknown, after: unknown): LeadEvent['changes'] {
  const field = KEY_OF_COLUMN.get(column);
  return field === undefined || isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
}

function customChanges(before: unknown, after: unknown): LeadEvent['changes'] {
  const [held, holds] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(held), ...Object.keys(holds)])];
  return names
    .filter((name) => held[name] !== holds[name])
    .map((name) => ({
      field: `custom:${name}`,
      before: held[name] ?? null,
      after: holds[name] ?? null,
    }));
}

function valuesOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
