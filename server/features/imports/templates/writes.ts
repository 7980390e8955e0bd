import type { Actor } from '../../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

/** Inserts a template and returns its id, or null when the user already has one of this name. */
export async function insertTemplate(
  tx: TenantTransaction,
  { name, plan, shared }: { name: string; plan: SavedMapping; shared: boolean },
  creator: Actor,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO import_templates (organization_id, id, name, plan, shared, created_by, created_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organization_id, created_by, name) DO NOTHING RETURNING id`,
    [tx.organizationId, newId(), name, storedPlan(plan), shared, creator.id, creator.username],
  );
  return row?.id ?? null;
}

/**
 * Changes the given parts of a template.
 * @throws a unique violation when its creator has another template of this name
 */
export async function changeTemplate(
  tx: TenantTransaction,
  id: string,
  change: { name?: string | undefined; plan?: SavedMapping | undefined; shared?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE import_templates SET name = coalesce($3, name), plan = coalesce($4::json, plan),
       shared = coalesce($5, shared), updated_at = now()
     WHERE organization_id = $1 AND id = $2`,
    [
      tx.organizationId,
      id,
      change.name ?? null,
      change.plan === undefined ? null : storedPlan(change.plan),
      change.shared ?? null,
    ],
  );
}

/** Deletes a template. */
export async function removeTemplate(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM import_templates WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
  ]);
}

/** Returns the plan as JSON; the sheet belongs to a single file. */
function storedPlan(plan: SavedMapping): string {
  return JSON.stringify({ ...plan, options: { ...plan.options, sheet: null } });
}
