import type { ImportMode, ImportRecord, ImportUndo, KeptLead } from '#contract/imports.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { inOrder } from '../../../platform/db/planner.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';

/** An import's undo as its worker needs it. */
export interface UndoWork {
  importId: string;
  filename: string;
  /** With both, the first lane has the created leads and the second the changes: only then are the changed leads' identities free. */
  mode: ImportMode['mode'];
  lanes: Lane[];
  /** Leads processed. */
  done: number;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A lead that the undo doesn't change. */
export interface Kept {
  leadId: string;
  reason: KeptLead['reason'];
  /** The lead that now owns its identity. */
  holderId: string | null;
}

/** Outcome of the leads of a batch. */
export interface UndoneBatch {
  undone: number;
  kept: Kept[];
  /** Position up to which the lane is done. */
  cursor: string;
}

/** Maximum leads of the report in memory. */
const KEPT_PAGE_LEADS = 1_000;

/** The facts that decide whether an import can be undone. */
export interface UndoableImport {
  status: ImportRecord['status'];
  mode: UndoWork['mode'];
  undo: ImportUndo['status'] | null;
}

export async function lockUndoable(tx: TenantTransaction, importId: string): Promise<UndoableImport | null> {
  const [row] = await tx.query<UndoableImport>(
    `SELECT i.status, i.plan -> 'importMode' ->> 'mode' AS mode,
       (SELECT u.status FROM import_undos u WHERE u.organization_id = $1 AND u.id = $2) AS undo
     FROM imports i WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE`,
    [tx.organizationId, importId],
  );
  return row ?? null;
}

/** Number of leads that an import created, with the oldest and the median one. */
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

/** The import `$2` didn't create the lead of an event `e`. */
const IS_OF_OTHERS = `(SELECT l.import_id FROM leads l WHERE l.organization_id = $1 AND l.id = e.lead_id) IS DISTINCT FROM $2`;

/** Counts the existing leads that an import changed. */
export async function countUpdatedLeads(tx: TenantTransaction, importId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(DISTINCT lead_id) AS total FROM lead_events e
     WHERE organization_id = $1 AND import_id = $2 AND kind = 'import' AND ${IS_OF_OTHERS}`,
    [tx.organizationId, importId],
  );
  return row?.total ?? 0;
}

interface WorkRow extends Omit<UndoWork, 'lanes'> {
  cursors: string[];
  lows: string[];
}

export async function findUnfinishedUndo(tx: TenantTransaction, importId: string): Promise<UndoWork | null> {
  const [row] = await tx.query<WorkRow>(
    `SELECT u.id AS "importId", i.filename, i.plan -> 'importMode' ->> 'mode' AS mode, u.done, u.cursors, u.lows,
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

export interface CreatedLead {
  id: string;
  version: number;
  isInTrash: boolean;
}

/** The next leads of a lane, newest first, locked. */
export function lockNextCreated(
  tx: TenantTransaction,
  importId: string,
  { cursor, low }: Lane,
  limit: number,
): Promise<CreatedLead[]> {
  // An import's leads are adjacent, so an ordered scan is cheaper than sorting them for each batch.
  return inOrder(tx, () =>
    tx.query<CreatedLead>(
      `SELECT id, version, deleted_at IS NOT NULL AS "isInTrash" FROM leads
       WHERE organization_id = $1 AND import_id = $2 AND id < $3 AND id >= $4
       ORDER BY id DESC LIMIT $5 FOR UPDATE`,
      [tx.organizationId, importId, cursor, low, limit],
    ),
  );
}

/** Leads with a note or a consent that isn't the import's own. */
export async function notedLeads(
  tx: TenantTransaction,
  importId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_notes
     WHERE organization_id = $1 AND lead_id = ANY($2::uuid[]) AND import_id IS DISTINCT FROM $3::uuid
     UNION
     SELECT lead_id FROM lead_consents
     WHERE organization_id = $1 AND lead_id = ANY($2::uuid[]) AND import_id IS DISTINCT FROM $3::uuid`,
    [tx.organizationId, ids, importId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** How often an import changed leads since it created them, by lead. */
export async function ownChanges(
  tx: TenantTransaction,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; changes: number }>(
    `SELECT lead_id AS id, count(*)::int AS changes FROM lead_events
     WHERE organization_id = $1 AND lead_id = ANY($3::uuid[]) AND import_id = $2 AND kind = 'import' GROUP BY lead_id`,
    [tx.organizationId, importId, ids],
  );
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

export interface ImportChange {
  id: string;
  leadId: string;
  version: number | null;
  changes: Record<string, [unknown, unknown]>;
  /** Changes by the import, with the versions of the first and last. */
  count: number;
  first: number;
  last: number;
  /** The lead version that the undo has produced so far. */
  undoneTo: number | null;
  isKept: boolean;
  isNoted: boolean;
}

/** Changes of existing leads, latest first. */
export function nextChanges(
  tx: TenantTransaction,
  importId: string,
  { cursor, low }: Lane,
  limit: number,
): Promise<ImportChange[]> {
  // Each order matches a single index.
  return inOrder(tx, () =>
    tx.query<ImportChange>(
      `SELECT e.id, e.lead_id AS "leadId", e.version, e.changes, o.count, o.first, o.last, o."undoneTo",
         EXISTS (SELECT FROM import_kept_leads k
           WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id = e.lead_id) AS "isKept",
         EXISTS (SELECT FROM lead_notes n
           WHERE n.organization_id = $1 AND n.lead_id = e.lead_id AND n.id > e.id
             AND n.import_id IS DISTINCT FROM $2) AS "isNoted"
       FROM (
         SELECT id, lead_id, version, changes FROM lead_events e
         WHERE organization_id = $1 AND import_id = $2 AND kind = 'import' AND id < $3 AND id >= $4 AND ${IS_OF_OTHERS}
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

/** By id. Holds no connection between two leads. */
export async function* keptLeads(
  scope: OrganizationScope,
  importId: string,
  page = KEPT_PAGE_LEADS,
): AsyncGenerator<KeptLead> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await scope.transaction((tx) => nextKept(tx, importId, last, page));
    for (const { holderId, ...lead } of rows) yield { ...lead, message: keptMessage({ ...lead, holderId }) };
    last = rows.at(-1)?.leadId ?? last;
    if (rows.length < page) return;
  }
}

type KeptRow = Omit<KeptLead, 'message'> & Pick<Kept, 'holderId'>;

function nextKept(tx: TenantTransaction, importId: string, after: string, limit: number): Promise<KeptRow[]> {
  return tx.query<KeptRow>(
    `SELECT k.lead_id AS "leadId", k.reason, k.holder_id AS "holderId", l.first_name AS "firstName",
       l.last_name AS "lastName", l.email, l.phone
     FROM import_kept_leads k LEFT JOIN leads l ON l.organization_id = k.organization_id AND l.id = k.lead_id
     WHERE k.organization_id = $1 AND k.import_id = $2 AND k.lead_id > $3 ORDER BY k.lead_id LIMIT $4`,
    [tx.organizationId, importId, after, limit],
  );
}

function keptMessage({ reason, holderId }: Pick<Kept, 'reason' | 'holderId'>): string {
  switch (reason) {
    case 'edited':
      return 'Changed since it was imported';
    case 'deleted':
      return 'Already in the bin';
    case 'suppressed':
      return 'Its previous email or phone is on a suppression list';
    case 'identity_taken':
      return `Another lead now has its previous email or phone: ${holderId}`;
  }
}
