import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A custom field of an organization's leads. */
export interface CustomField extends Required<CustomFieldSpec> {
  id: string;
  options: string[];
}

/** Returns the organization's custom fields, oldest first. */
export function loadCustomFields(tx: TenantTransaction): Promise<CustomField[]> {
  return tx.query<CustomField & Record<string, unknown>>(
    `SELECT id, name, coalesce(label, name) AS label, type, required, options FROM custom_fields
     WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
    [tx.organizationId],
  );
}

/** Returns one of the organization's custom fields, or null. */
export async function findCustomField(tx: TenantTransaction, id: string): Promise<CustomField | null> {
  return (await loadCustomFields(tx)).find((field) => field.id === id) ?? null;
}

/** Counts the leads that have a value in the field, including those in the trash. */
export async function countHolders(tx: TenantTransaction, name: string): Promise<number> {
  const [row] = await tx.query<{ leads: number }>(
    'SELECT count(*) AS leads FROM leads WHERE organization_id = $1 AND custom_data ? $2',
    [tx.organizationId, name],
  );
  return row?.leads ?? 0;
}

/** Finds a deleted field whose values still have to be removed, or null once that is done. */
export async function findDeletedField(tx: TenantTransaction, id: string): Promise<{ name: string } | null> {
  const [row] = await tx.query<{ name: string }>(
    'SELECT name FROM custom_fields WHERE organization_id = $1 AND id = $2 AND deleted_at IS NOT NULL',
    [tx.organizationId, id],
  );
  return row ?? null;
}
