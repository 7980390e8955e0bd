import type { SavedView } from '#contract/views.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

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
