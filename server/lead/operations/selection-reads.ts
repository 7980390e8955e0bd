import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { inOrder } from '../../platform/db/planner.ts';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { clause, count as countLeads, ids as findIds, page as findPage } from '../index/finder.ts';
import { type BulkWork, type Lane, type StoredSelection, worksOnTrash } from './operation.ts';

type Where = (eb: ExpressionBuilder<DB, 'leads'>) => ExpressionWrapper<DB, 'leads', SqlBool>;

/**
 * How many leads a selection has now. `bin` says where it looks: in it, outside of it, or (`any`, for leads that
 * were chosen one by one) in both.
 * @throws HttpError invalid_input for a filter that can't be read
 */
export async function countSelected(
  tx: TenantTransaction,
  selection: StoredSelection,
  bin: boolean | 'any',
): Promise<number> {
  if ('filter' in selection) return countLeads(tx, inBin(selection, bin === true));
  const [row] = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(chosen(tx, selection, bin)),
  );
  return row?.total ?? 0;
}

/** The next leads of a lane of an operation, newest first, locked until the transaction ends: fewer than `limit` at its end. */
export async function lockNextLeads(
  tx: TenantTransaction,
  { selection, action, undoes, upTo }: BulkWork,
  lane: Lane,
  limit: number,
): Promise<string[]> {
  if (undoes !== null) return lockNextUndone(tx, undoes, lane, limit);
  const inTrash = worksOnTrash(action);
  const before = lane.cursor <= upTo ? lane.cursor : idAfter(upTo);
  if ('filter' in selection) {
    return lockMatching(tx, inBin(selection, inTrash), { from: lane.low, before, limit });
  }
  const next = sqlFor
    .selectFrom('leads')
    .select('id')
    .where(chosen(tx, selection, inTrash))
    .where('id', '<', before)
    .where('id', '>=', lane.low)
    .orderBy('id', 'desc')
    .limit(limit)
    .forUpdate();
  const rows = await inOrder(tx, () => tx.all(next));
  return rows.map(({ id }) => id);
}

async function lockMatching(
  tx: TenantTransaction,
  filter: LeadFilter,
  { from, before, limit }: { from: string; before: string; limit: number },
): Promise<string[]> {
  const locked: string[] = [];
  for (let next = before; ; ) {
    const wanted = limit - locked.length;
    const found = await findIds(tx, filter, { from, before: next, limit: wanted });
    // Some may have changed before they were locked.
    const rows = await tx.all(
      sqlFor
        .selectFrom('leads')
        .select('id')
        .where(await clause(tx, filter))
        .where(sql<SqlBool>`leads.id = any(${found}::uuid[])`)
        .orderBy('id', 'desc')
        .forUpdate(),
    );
    locked.push(...rows.map(({ id }) => id));
    next = found.at(-1) ?? next;
    if (found.length < wanted || locked.length === limit) return locked;
  }
}

/** The id that follows another. */
function idAfter(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The id of the lead that has `offset` newer ones in the selection, or null when there are fewer. */
export async function selectedAt(
  tx: TenantTransaction,
  selection: StoredSelection,
  bin: boolean,
  offset: number,
): Promise<string | null> {
  if ('filter' in selection) {
    const { ids } = await findPage(tx, inBin(selection, bin), { limit: 1, offset }, false);
    return ids[0] ?? null;
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

function inBin({ filter }: Extract<StoredSelection, { filter: unknown }>, bin: boolean): LeadFilter {
  return { ...filter, bin: bin ? 'true' : undefined };
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
