import type { LeadColumn, SavedView } from '#contract/views.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

interface Row extends Omit<SavedView, 'columns'> {
  columns: LeadColumn[] | null;
}

const VIEW = `SELECT v.id, v.name, v.filter, v.columns, v.shared, v.user_id = $2 AS own, u.username AS "createdBy"
  FROM saved_views v JOIN users u ON u.organization_id = v.organization_id AND u.id = v.user_id
  WHERE v.organization_id = $1 AND (v.user_id = $2 OR v.shared)`;

/** Returns a user's own views and the shared ones, by name. */
export function findViews(tx: TenantTransaction, userId: string): Promise<SavedView[]> {
  return tx.query<Row & { id: string }>(`${VIEW} ORDER BY lower(v.name), v.id`, [tx.organizationId, userId]);
}

/** Returns a view visible to the user, or null. */
export async function findView(tx: TenantTransaction, userId: string, id: string): Promise<SavedView | null> {
  const [row] = await tx.query<Row & { id: string }>(`${VIEW} AND v.id = $3`, [
    tx.organizationId,
    userId,
    id,
  ]);
  return row ?? null;
}
