import type { ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { inOrder } from '../../../platform/db/planner.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import type { Kept, UndoWork } from './work.ts';

/** Leads of the report that are held at a time. */
const KEPT_PAGE = 1_000;

/** What decides whether an import can be undone. */
export interface Undoable {
  status: ImportRecord['status'];
  mode: UndoWork['mode'];
  undo: ImportUndo['status'] | null;
}

/** The import, locked until the transaction ends, or null when the organization has none of that id. */
export async function lockUndoable(tx: TenantTransaction, importId: string): Promise<Undoable | null> {
  const [row] = await tx.query<Undoable & { mode: string }>(
    `SELECT i.status, i.plan -> 'importMode' ->> 'mode' AS mode,
       (SELECT u.status FROM import_undos u WHERE u.organization_id = i.organization_id AND u.id = i.id) AS undo
     FROM imports i WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}

/** The leads that an import made: how many there are, the oldest, and the one in the middle. */
export async function createdLeads(
  tx: TenantTransaction,
  importId: string,
): Promise<{ total: number; oldest: string | null; middle: string | null }> {
  const [row] = await tx.query<{ total: number; oldest: string | null; middle: string | null }>(
    `SELECT coalesce(cardinality(ids), 0) AS total, ids[1] AS oldest, ids[cardinality(ids) / 2 + 1] AS middle
     FROM (SELECT array_agg(id ORDER BY id) AS ids FROM leads WHERE organization_id = $1 AND import_id = $2) made`,
    [tx.organizationId, importId],
  );
  return row ?? { total: 0, oldest: null, middle: null };
}

/** How many leads an import changed that are still there. */
export async function countUpdatedLeads(tx: TenantTransaction, importId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(DISTINCT lead_id) AS total FROM lead_events
     WHERE organization_id = $1 AND import_id = $2 AND kind = 'import'`,
    [tx.organizationId, importId],
  );
  return row?.total ?? 0;
}

interface WorkRow extends Omit<UndoWork, 'lanes'> {
  cursors: string[];
  lows: string[];
}

/** The work that is left of an undo, or null when it is finished or unknown. */
export async function findUnfinishedUndo(tx: TenantTransaction, importId: string): Promise<UndoWork | null> {
  const [row] = await tx.query<WorkRow & { importId: string }>(
    `SELECT u.id AS "importId", i.filename, i.plan -> 'importMode' ->> 'mode' AS mode, u.cursors, u.lows,
       u.created_by AS "createdBy", u.created_by_name AS "createdByName", u.ip_address AS "ipAddress",
       u.user_agent AS "userAgent"
     FROM import_undos u JOIN imports i ON i.organization_id = u.organization_id AND i.id = u.id
     WHERE u.organization_id = $1 AND u.id = $2 AND u.status = 'processing'`,
    [tx.organizationId, importId],
  );
  if (row === undefined) return null;
  const { cursors, lows, ...work } = row;
  return { ...work, lanes: cursors.map((cursor, lane) => ({ cursor, low: lows[lane] ?? cursor })) };
}

/** A lead that an import made. */
export interface CreatedLead {
  id: string;
  version: number;
  isInBin: boolean;
}

/** The next leads of a lane, newest first, locked until the transaction ends. */
export function lockNextCreated(
  tx: TenantTransaction,
  importId: string,
  { cursor, low }: Lane,
  limit: number,
): Promise<CreatedLead[]> {
  // The leads of an import lie side by side: they are read where they lie, and not gathered and sorted for each batch.
  return inOrder(tx, () =>
    tx.query<CreatedLead & { id: string }>(
      `SELECT id, version, deleted_at IS NOT NULL AS "isInBin" FROM leads
       WHERE organization_id = $1 AND import_id = $2 AND id < $3 AND id >= $4
       ORDER BY id DESC LIMIT $5 FOR UPDATE`,
      [tx.organizationId, importId, cursor, low, limit],
    ),
  );
}

/** A change that an import made, and what is known of the others of its lead. */
export interface ImportChange {
  id: string;
  leadId: string;
  /** The lead's version that it made; null for changes that are older than their undo. */
  version: number | null;
  changes: Record<string, [unknown, unknown]>;
  /** Of the changes that the import made in the lead: how many, and the versions of the first and the last. */
  count: number;
  first: number;
  last: number;
  /** The version that the undo made of the lead so far. */
  undoneTo: number | null;
  isKept: boolean;
}

/** The next changes of an import, the last first. */
export function nextChanges(
  tx: TenantTransaction,
  importId: string,
  { cursor, low }: Lane,
  limit: number,
): Promise<ImportChange[]> {
  // Each order is that of one index alone: no other is thought of, however little is known of a table filled just now.
  return inOrder(tx, () =>
    tx.query<ImportChange & { id: string }>(
      `SELECT e.id, e.lead_id AS "leadId", e.version, e.changes, o.count, o.first, o.last, o."undoneTo",
         EXISTS (SELECT FROM import_kept_leads k
           WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = e.lead_id) AS "isKept"
       FROM (
         SELECT id, lead_id, version, changes FROM lead_events
         WHERE organization_id = $1 AND import_id = $2 AND kind = 'import' AND id < $3 AND id >= $4
         ORDER BY id DESC LIMIT $5) e
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE a.import_id = $2) AS count, min(a.version) FILTER (WHERE a.import_id = $2) AS first,
           max(a.version) FILTER (WHERE a.import_id = $2) AS last,
           max(a.version) FILTER (WHERE a.operation_id = $2) AS "undoneTo"
         FROM (
           SELECT version, import_id, operation_id FROM lead_events
           WHERE organization_id = $1 AND lead_id = e.lead_id ORDER BY lead_id, id LIMIT 100000) a) o
       ORDER BY e.id DESC`,
      [tx.organizationId, importId, cursor, low, limit],
    ),
  );
}

/** The leads that an undo left alone, in order of their ids; no connection is held between two of them. */
export async function* keptLeads(
  scope: OrganizationScope,
  importId: string,
  page = KEPT_PAGE,
): AsyncGenerator<KeptLead> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await scope.transaction((tx) => nextKept(tx, importId, last, page));
    for (const { holderId, ...lead } of rows) yield { ...lead, message: messageOf({ ...lead, holderId }) };
    last = rows.at(-1)?.leadId ?? last;
    if (rows.length < page) return;
  }
}

type KeptRow = Omit<KeptLead, 'message'> & Pick<Kept, 'holderId'>;

function nextKept(tx: TenantTransaction, importId: string, after: string, limit: number): Promise<KeptRow[]> {
  return tx.query<KeptRow & { leadId: string }>(
    `SELECT k.lead_id AS "leadId", k.reason, k.holder_id AS "holderId", l.first_name AS "firstName",
       l.last_name AS "lastName", l.email, l.phone
     FROM import_kept_leads k LEFT JOIN leads l ON l.organization_id = k.organization_id AND l.id = k.lead_id
     WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id > $3 ORDER BY k.lead_id LIMIT $4`,
    [tx.organizationId, importId, after, limit],
  );
}

function messageOf({ reason, holderId }: Pick<Kept, 'reason' | 'holderId'>): string {
  switch (reason) {
    case 'edited':
      return 'Changed since it was imported';
    case 'deleted':
      return 'In the bin already';
    case 'identity_taken':
      return `Another lead has its former e-mail or phone now: ${holderId}`;
  }
}
