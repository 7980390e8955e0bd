import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { conditionsOf, type LeadConditions } from '../index/conditions.ts';
import { countLeads } from '../index/count-reads.ts';
import { type FilteredLeads, leadsOf } from '../index/few-reads.ts';
import { inOrder } from '../index/id-reads.ts';
import { findLeadIds } from '../index/page-reads.ts';
import { type BulkWork, type Lane, type StoredSelection, worksOnTrash } from './operation.ts';

type Where = (eb: ExpressionBuilder<DB, 'leads'>) => ExpressionWrapper<DB, 'leads', SqlBool>;

/**
 * How many leads a selection has now. `bin` says where it looks: in it, outside of it, or (`any`, for leads that
 * were chosen one by one) in both.
 * @throws Refusal invalid_input for a filter that can't be read
 */
export async function countSelected(
  tx: TenantTransaction,
  selection: StoredSelection,
  bin: boolean | 'any',
): Promise<number> {
  if ('filter' in selection) return countLeads(tx, await filterConditions(tx, selection, bin === true));
  const [row] = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(chosen(tx, selection, bin)),
  );
  return row?.total ?? 0;
}

/** The next leads of a lane of an operation, newest first, locked until the transaction ends. */
export async function lockNextLeads(
  tx: TenantTransaction,
  work: BulkWork,
  lane: Lane,
  limit: number,
): Promise<string[]> {
  if (work.undoes !== null) return lockNextUndone(tx, work.undoes, lane, limit);
  const { where, areFew } = await leadsSelected(tx, work, lane);
  const read = () =>
    tx.all(
      sqlFor
        .selectFrom('leads')
        .select('id')
        .where(where)
        .where('id', '<=', work.upTo)
        .where('id', '<', lane.cursor)
        .where('id', '>=', lane.low)
        .orderBy('id', 'desc')
        .limit(limit)
        .forUpdate(),
    );
  const rows = await (areFew ? read() : inOrder(tx, read));
  return rows.map((row) => row.id);
}

/** The id of the lead that has `offset` newer ones in the selection, or null when there are fewer. */
export async function selectedAt(
  tx: TenantTransaction,
  selection: StoredSelection,
  bin: boolean,
  offset: number,
): Promise<string | null> {
  if ('filter' in selection) {
    const [id] = await findLeadIds(tx, await filterConditions(tx, selection, bin), { limit: 1, offset });
    return id ?? null;
  }
  const chosenLeads = sqlFor
    .selectFrom('leads')
    .select('id')
    .where(chosen(tx, selection, bin));
  const [row] = await inOrder(tx, () => tx.all(chosenLeads.orderBy('id', 'desc').offset(offset).limit(1)));
  return row?.id ?? null;
}

/** The id of the lead that has `offset` newer ones among those that an operation changed. */
export async function undoableAt(
  tx: TenantTransaction,
  operationId: string,
  offset: number,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_events WHERE organization_id = $1 AND operation_id = $2
     ORDER BY lead_id DESC OFFSET $3 LIMIT 1`,
    [tx.organizationId, operationId, offset],
  );
  return row?.id ?? null;
}

async function leadsSelected(
  tx: TenantTransaction,
  { selection, action, total }: BulkWork,
  { low, cursor: high }: Lane,
): Promise<FilteredLeads> {
  const bin = worksOnTrash(action);
  if ('filter' in selection) {
    return leadsOf(tx, await filterConditions(tx, selection, bin), { total, low, high });
  }
  return { where: chosen(tx, selection, bin), areFew: false };
}

/** The newest lead of the organization, or null when it has none. */
export async function newestLead(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
    [tx.organizationId],
  );
  return row?.id ?? null;
}

/** How many leads an operation changed that still exist. */
export async function countUndoable(tx: TenantTransaction, operationId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*) AS total FROM lead_events WHERE organization_id = $1 AND operation_id = $2',
    [tx.organizationId, operationId],
  );
  return row?.total ?? 0;
}

/** Of these leads of the bin, given newest first, those whose identity nobody has: of two with the same, the newer. */
export async function restorable(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string; email: string | null; phone: string | null; taken: boolean }>(
    `SELECT l.id, l.email, CASE WHEN l.number_valid THEN l.phone END AS phone,
       EXISTS (SELECT FROM leads h
         WHERE h.organization_id = $1 AND h.deleted_at IS NULL AND h.email = l.email)
       OR l.number_valid AND EXISTS (SELECT FROM leads h
         WHERE h.organization_id = $1 AND h.deleted_at IS NULL AND h.number_valid AND h.phone = l.phone) AS taken
     FROM leads l WHERE l.organization_id = $1 AND l.id = ANY($2::uuid[]) ORDER BY l.id DESC`,
    [tx.organizationId, ids],
  );
  const held = new Set<string>();
  return rows
    .filter(({ email, phone, taken }) => {
      const own = [email, phone].filter((identity) => identity !== null);
      if (taken || own.some((identity) => held.has(identity))) return false;
      for (const identity of own) held.add(identity);
      return true;
    })
    .map((row) => row.id);
}

async function filterConditions(
  tx: TenantTransaction,
  { filter }: Extract<StoredSelection, { filter: unknown }>,
  bin: boolean,
): Promise<LeadConditions> {
  return { ...(await conditionsOf(tx, filter)), bin };
}

function chosen(
  tx: TenantTransaction,
  selection: Exclude<StoredSelection, { filter: unknown }>,
  bin: boolean | 'any',
): Where {
  return (eb) =>
    eb.and([
      eb('organization_id', '=', tx.organizationId),
      ...(bin === 'any' ? [] : [eb('deleted_at', bin ? 'is not' : 'is', null)]),
      'ids' in selection
        ? eb('id', '=', sql<string>`any(${selection.ids}::uuid[])`)
        : eb('email', 'is', null),
    ]);
}

async function lockNextUndone(
  tx: TenantTransaction,
  operationId: string,
  { low, cursor }: Lane,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT l.id FROM lead_events e
     JOIN leads l ON l.organization_id = e.organization_id AND l.id = e.lead_id
     WHERE e.organization_id = $1 AND e.operation_id = $2 AND e.lead_id < $3 AND e.lead_id >= $4
     ORDER BY e.lead_id DESC LIMIT $5 FOR UPDATE OF l`,
    [tx.organizationId, operationId, cursor, low, limit],
  );
  return rows.map((row) => row.id);
}
