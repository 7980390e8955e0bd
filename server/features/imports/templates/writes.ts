import type { ImportTemplate } from '#contract/import-templates.ts';
import { rememberedMapping } from '#contract/uploads.ts';
import type { Actor } from '../../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

type TemplateRow = Omit<ImportTemplate, 'updatedAt'> & { updatedAt: Date };

const TEMPLATE = `SELECT t.id, t.name, t.shared, t.created_by = $2 AS own, t.created_by_name AS "createdBy",
    (SELECT count(*) FROM json_object_keys(t.plan -> 'fieldMapping')) AS columns, t.updated_at AS "updatedAt"
  FROM import_templates t WHERE t.organization_id = $1 AND (t.created_by = $2 OR t.shared)`;

/** Returns a user's own templates and the shared ones, by name. */
export async function findTemplates(tx: TenantTransaction, userId: string): Promise<ImportTemplate[]> {
  const rows = await tx.query<TemplateRow>(`${TEMPLATE} ORDER BY lower(t.name), t.id`, [
    tx.organizationId,
    userId,
  ]);
  return rows.map(templateOf);
}

/** Returns the plans of the templates visible to the user, last changed first. */
export async function templatePlans(
  tx: TenantTransaction,
  userId: string,
): Promise<{ id: string; plan: SavedMapping }[]> {
  const rows = await tx.query<{ id: string; plan: unknown }>(
    `SELECT id, plan FROM import_templates WHERE organization_id = $1 AND (created_by = $2 OR shared)
     ORDER BY updated_at DESC, id`,
    [tx.organizationId, userId],
  );
  return rows.map(({ id, plan }) => ({ id, plan: rememberedMapping.parse(plan) }));
}

/** Returns a template visible to the user, or null. */
export async function findTemplate(
  tx: TenantTransaction,
  userId: string,
  id: string,
): Promise<ImportTemplate | null> {
  const [row] = await tx.query<TemplateRow>(`${TEMPLATE} AND t.id = $3`, [tx.organizationId, userId, id]);
  return row === undefined ? null : templateOf(row);
}

export async function countTemplates(tx: TenantTransaction, userId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM import_templates WHERE organization_id = $1 AND created_by = $2',
    [tx.organizationId, userId],
  );
  return row?.n ?? 0;
}

/** Returns the plan of a template visible to the user, or null. */
export async function templatePlan(
  tx: TenantTransaction,
  userId: string,
  id: string,
): Promise<SavedMapping | null> {
  const [row] = await tx.query<{ plan: unknown }>(
    `SELECT plan FROM import_templates
     WHERE organization_id = $1 AND id = $2 AND (created_by = $3 OR shared)`,
    [tx.organizationId, id, userId],
  );
  return row === undefined ? null : rememberedMapping.parse(row.plan);
}

function templateOf(row: TemplateRow): ImportTemplate {
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}

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
