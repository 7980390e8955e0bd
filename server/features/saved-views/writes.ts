import type { ReplyOf } from '#contract/endpoint.ts';
import { OWN_VIEWS } from '#contract/filter-values.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { countViews, LeadColumn, SavedView } from '#contract/views.ts';
import { count as countLeads } from '../../lead/index/finder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

interface Row extends Omit<SavedView, 'columns' | 'createdBy'> {
  columns: LeadColumn[] | null;
  userId: string;
}

/** Preference of the form `{viewId}`. */
export const DEFAULT_VIEW_KEY = 'default-view';

const VIEW = `SELECT v.id, v.name, v.filter, v.columns, v.shared, v.user_id = $2 AS own, v.user_id AS "userId",
    v.id::text = coalesce(p.value ->> 'viewId', '') AS "isDefault"
  FROM saved_views v
    LEFT JOIN user_preferences p ON p.organization_id = $1 AND p.user_id = $2 AND p.key = '${DEFAULT_VIEW_KEY}'
  WHERE v.organization_id = $1 AND (v.user_id = $2 OR v.shared)`;

/** Own and shared views, by name. */
export async function findViews(tx: TenantTransaction, userId: string): Promise<SavedView[]> {
  return named(tx, await tx.query<Row>(`${VIEW} ORDER BY lower(v.name), v.id`, [tx.organizationId, userId]));
}

/** Returns null if the user can't see it. */
export async function findView(tx: TenantTransaction, userId: string, id: string): Promise<SavedView | null> {
  const values = [tx.organizationId, userId, id];
  const [view] = await named(tx, await tx.query<Row>(`${VIEW} AND v.id = $3`, values));
  return view ?? null;
}

/** A separate statement, because Citus 13.2 crashes on a join of users and views. */
async function named(tx: TenantTransaction, rows: readonly Row[]): Promise<SavedView[]> {
  const users = await tx.query<{ id: string; username: string }>(
    'SELECT id, username FROM users WHERE organization_id = $1 AND id = ANY($2::uuid[])',
    [tx.organizationId, [...new Set(rows.map(({ userId }) => userId))]],
  );
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return rows.map(({ userId, ...view }) => ({ ...view, createdBy: names.get(userId) ?? '' }));
}

/** Counts all leads, and those of each visible view. */
export async function countViewLeads(
  tx: TenantTransaction,
  userId: string,
): Promise<ReplyOf<typeof countViews>> {
  const views: { id: string; total: number | null }[] = [];
  for (const { id, filter } of await findViews(tx, userId)) {
    const { sort: _sort, order: _order, ...leadFilter } = filter;
    views.push({ id, total: await countReadable(tx, leadFilter) });
  }
  const { mine, due } = OWN_VIEWS;
  return {
    ...{ all: await countLeads(tx, {}), mine: await countLeads(tx, mine), due: await countLeads(tx, due) },
    views,
  };
}

/** Null if the stored filter is no longer valid. */
async function countReadable(tx: TenantTransaction, filter: LeadFilter): Promise<number | null> {
  try {
    return await countLeads(tx, filter);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

export type ViewContent = Pick<SavedView, 'name' | 'filter' | 'columns' | 'shared'>;

/** Returns null if the user already has a view of this name. */
export async function insertView(
  tx: TenantTransaction,
  userId: string,
  view: ViewContent,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO saved_views (organization_id, id, user_id, name, filter, columns, shared)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organization_id, user_id, name) DO NOTHING RETURNING id`,
    [tx.organizationId, newId(), userId, view.name, ...jsonOf(view), view.shared],
  );
  return row?.id ?? null;
}

/** @throws a unique violation if the name is taken */
export async function updateOwnView(
  tx: TenantTransaction,
  userId: string,
  id: string,
  view: ViewContent,
): Promise<void> {
  await tx.query(
    `UPDATE saved_views SET name = $4, filter = $5, columns = $6, shared = $7
     WHERE organization_id = $1 AND user_id = $2 AND id = $3`,
    [tx.organizationId, userId, id, view.name, ...jsonOf(view), view.shared],
  );
}

/** Returns false for an unknown view. */
export async function deleteOwnView(tx: TenantTransaction, userId: string, id: string): Promise<boolean> {
  const deleted = await tx.query(
    'DELETE FROM saved_views WHERE organization_id = $1 AND user_id = $2 AND id = $3 RETURNING id',
    [tx.organizationId, userId, id],
  );
  return deleted.length > 0;
}

function jsonOf({ filter, columns }: ViewContent): [string, string | null] {
  return [JSON.stringify(filter), columns === null ? null : JSON.stringify(columns)];
}
