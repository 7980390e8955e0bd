import type { ReplyOf } from '#contract/endpoint.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { countViews, LeadColumn, SavedView } from '#contract/views.ts';
import { count as countLeads } from '../../lead/index/finder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

interface Row extends Omit<SavedView, 'columns' | 'isDefault'> {
  columns: LeadColumn[] | null;
}

/** Key of the preference that names the user's default view: `{viewId}`. */
export const DEFAULT_VIEW_KEY = 'default-view';

const VIEW = `SELECT v.id, v.name, v.filter, v.columns, v.shared, v.user_id = $2 AS own, u.username AS "createdBy"
  FROM saved_views v JOIN users u ON u.organization_id = v.organization_id AND u.id = v.user_id
  WHERE v.organization_id = $1 AND (v.user_id = $2 OR v.shared)`;

/** Returns a user's own views and the shared ones, by name. */
export function findViews(tx: TenantTransaction, userId: string): Promise<SavedView[]> {
  return viewsOf(tx, userId, `${VIEW} ORDER BY lower(v.name), v.id`);
}

/** Returns a view visible to the user, or null. */
export async function findView(tx: TenantTransaction, userId: string, id: string): Promise<SavedView | null> {
  const [view] = await viewsOf(tx, userId, `${VIEW} AND v.id = $3`, [id]);
  return view ?? null;
}

/** Reads the default view apart: Citus takes no outer join here. */
async function viewsOf(
  tx: TenantTransaction,
  userId: string,
  text: string,
  values: readonly string[] = [],
): Promise<SavedView[]> {
  const [views, preferences] = await Promise.all([
    tx.query<Row & { id: string }>(text, [tx.organizationId, userId, ...values]),
    tx.query<{ viewId: string | null }>(
      `SELECT value ->> 'viewId' AS "viewId" FROM user_preferences
       WHERE organization_id = $1 AND user_id = $2 AND key = '${DEFAULT_VIEW_KEY}'`,
      [tx.organizationId, userId],
    ),
  ]);
  const defaultId = preferences[0]?.viewId ?? null;
  return views.map((view) => ({ ...view, isDefault: view.id === defaultId }));
}

/** Counts all leads, and the leads that each view visible to the user matches. */
export async function countViewLeads(
  tx: TenantTransaction,
  userId: string,
): Promise<ReplyOf<typeof countViews>> {
  const views: { id: string; total: number | null }[] = [];
  for (const { id, filter } of await findViews(tx, userId)) {
    const { sort: _sort, order: _order, ...leadFilter } = filter;
    views.push({ id, total: await countReadable(tx, leadFilter) });
  }
  return { all: await countLeads(tx, {}), views };
}

/** Counts the matches of a stored filter; null if the filter can't be read any more. */
async function countReadable(tx: TenantTransaction, filter: LeadFilter): Promise<number | null> {
  try {
    return await countLeads(tx, filter);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}
