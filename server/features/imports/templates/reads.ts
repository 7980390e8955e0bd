import type { ImportTemplate } from '#contract/import-templates.ts';
import { rememberedMapping } from '#contract/uploads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
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
