import sql, { join, type Sql } from 'sql-template-tag';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { inOrder, lookUpById } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ConsentedFilter } from '../conditions/asked.ts';
import { consentClause, requiredConsents } from '../conditions/required-consent-reads.ts';
import { clause, count as countLeads, ids as findIds, page as findPage } from '../list/index/finder.ts';
import type { IdentityClaim } from './identities.ts';
import { type Lane, type OperationWork, type StoredSelection, worksOnTrash } from './operation.ts';

/**
 * @param trash in the trash, outside of it, or both (`any`, for leads selected one by one)
 * @throws HttpError invalid_input for a filter that can't be read
 */
export async function countSelected(
  tx: TenantTransaction,
  selection: StoredSelection,
  trash: boolean | 'any',
): Promise<number> {
  if ('filter' in selection) return countLeads(tx, trashFilter(selection, trash === true));
  if ('changedBy' in selection) return countUndoable(tx, selection.changedBy);
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from leads where ${chosen(tx, selection, trash)}`,
  );
  return row?.total ?? 0;
}

/** Counts the leads of a selection that have the required consent; null if none is required. */
export async function countConsented(
  tx: TenantTransaction,
  selection: StoredSelection,
  trash: boolean | 'any',
): Promise<number | null> {
  const required = await requiredConsents(tx);
  if (required.length === 0) return null;
  if ('filter' in selection) {
    const filter: ConsentedFilter = { ...trashFilter(selection, trash === true), consentedOn: required };
    return countLeads(tx, filter);
  }
  if ('changedBy' in selection) throw new TypeError('No sale of changed leads');
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from leads where ${chosen(tx, selection, trash)} and ${consentClause(required)}`,
  );
  return row?.total ?? 0;
}

/** The next leads of a lane, newest first, locked; fewer than `limit` at its end. */
export async function lockNextLeads(
  tx: TenantTransaction,
  { selection, action, undoes, upTo, createdBy }: OperationWork,
  lane: Lane,
  limit: number,
): Promise<string[]> {
  if (undoes !== null) return lockNextUndone(tx, undoes, lane, limit);
  if ('changedBy' in selection) return lockNextUndone(tx, selection.changedBy, lane, limit);
  if ('rows' in selection) throw new TypeError('The rows of a list name its leads');
  const inTrash = worksOnTrash(action);
  const before = lane.cursor <= upTo ? lane.cursor : idAfter(upTo);
  if ('filter' in selection) {
    return lockMatching({ ...tx, userId: createdBy }, trashFilter(selection, inTrash), {
      from: lane.low,
      before,
      limit,
    });
  }
  const next = sql`select id from leads
    where ${chosen(tx, selection, inTrash)} and id < ${before}::uuid and id >= ${lane.low}::uuid
    order by id desc limit ${limit} for update`;
  const rows = await inOrder(tx, () => tx.query<{ id: string }>(next));
  return rows.map(({ id }) => id);
}

/** From the newest id on. */
interface LockedRange {
  from: string;
  before: string;
  limit: number;
}

function lockMatching(tx: TenantTransaction, filter: LeadFilter, range: LockedRange): Promise<string[]> {
  return lockFound(
    tx,
    range,
    (left) => findIds(tx, filter, left),
    () => clause(tx, filter),
  );
}

/** Locks leads that `find` returns, newest first, and checks the condition again. */
async function lockFound(
  tx: TenantTransaction,
  { from, before, limit }: LockedRange,
  find: (left: LockedRange) => Promise<string[]>,
  condition: () => Promise<Sql>,
): Promise<string[]> {
  const locked: string[] = [];
  for (let next = before; ; ) {
    const wanted = limit - locked.length;
    const found = await find({ from, before: next, limit: wanted });
    const lock = sql`select id from leads where ${await condition()} and leads.id = any(${found}::uuid[]) order by id desc for update`;
    const rows = await lookUpById(tx, () => tx.query<{ id: string }>(lock));
    locked.push(...rows.map(({ id }) => id));
    next = found.at(-1) ?? next;
    if (found.length < wanted || locked.length === limit) return locked;
  }
}

/** Returns the id that follows `id`. */
function idAfter(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Newest first, or null if there are fewer. */
export async function selectedAt(
  tx: TenantTransaction,
  selection: StoredSelection,
  trash: boolean,
  offset: number,
): Promise<string | null> {
  if ('filter' in selection) {
    const { ids } = await findPage(tx, trashFilter(selection, trash), { limit: 1, offset }, false);
    return ids[0] ?? null;
  }
  if ('changedBy' in selection) return undoableAt(tx, selection.changedBy, offset);
  const nth = sql`select id from leads where ${chosen(tx, selection, trash)} order by id desc offset ${offset} limit 1`;
  const [row] = await inOrder(tx, () => tx.query<{ id: string }>(nth));
  return row?.id ?? null;
}

/** Among the leads that an operation changed, newest first, or null past the end. */
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

export async function newestLead(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
    [tx.organizationId],
  );
  return row?.id ?? null;
}

/** Counts the leads that an operation changed and that still exist. */
export async function countUndoable(tx: TenantTransaction, operationId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*) AS total FROM lead_events WHERE organization_id = $1 AND operation_id = $2',
    [tx.organizationId, operationId],
  );
  return row?.total ?? 0;
}

/** Returns the identities that leads of the trash get outside it, newest lead first. */
export function trashedIdentities(tx: TenantTransaction, ids: readonly string[]): Promise<IdentityClaim[]> {
  return tx.query<{ id: string; gets: string[] }>(
    `SELECT id, array_remove(ARRAY[email, CASE WHEN number_valid THEN phone END], NULL) AS gets
     FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id DESC`,
    [tx.organizationId, ids],
  );
}

/** Locks leads in the order of all operations. */
export async function lockLeadsInOrder(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    'SELECT FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id DESC FOR UPDATE',
    [tx.organizationId, ids],
  );
}

/** Returns those of the leads that the operation has changed. */
export async function leadsOfOperation(
  tx: TenantTransaction,
  operationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT lead_id AS id FROM lead_events WHERE organization_id = $1 AND operation_id = $2 AND lead_id = ANY($3::uuid[])',
    [tx.organizationId, operationId, ids],
  );
  return rows.map(({ id }) => id);
}

function trashFilter({ filter }: Extract<StoredSelection, { filter: unknown }>, trash: boolean): LeadFilter {
  return { ...filter, bin: trash ? 'true' : undefined };
}

function chosen(
  tx: TenantTransaction,
  selection: Exclude<StoredSelection, { filter: unknown } | { changedBy: string }>,
  trash: boolean | 'any',
): Sql {
  const where = [sql`organization_id = ${tx.organizationId}`];
  if (trash !== 'any') where.push(trash ? sql`deleted_at is not null` : sql`deleted_at is null`);
  where.push('ids' in selection ? sql`id = any(${selection.ids}::uuid[])` : sql`email is null`);
  return join(where, ' and ');
}

function lockNextUndone(
  tx: TenantTransaction,
  operationId: string,
  { low, cursor }: Lane,
  limit: number,
): Promise<string[]> {
  const find = async (left: LockedRange): Promise<string[]> => {
    const rows = await tx.query<{ id: string }>(
      `SELECT lead_id AS id FROM lead_events
       WHERE organization_id = $1 AND operation_id = $2 AND lead_id < $3 AND lead_id >= $4
       ORDER BY lead_id DESC LIMIT $5`,
      [tx.organizationId, operationId, left.before, left.from, left.limit],
    );
    return rows.map(({ id }) => id);
  };
  return lockFound(
    tx,
    { from: low, before: cursor, limit },
    find,
    async () => sql`organization_id = ${tx.organizationId}`,
  );
}
