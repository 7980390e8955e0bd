import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A field that an organization added to its leads. */
export interface CustomField {
  id: string;
  name: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  required: boolean;
}

/** The organization's custom fields, oldest first. */
export function listCustomFields(tx: TenantTransaction): Promise<CustomField[]> {
  return tx.query<CustomField & { id: string }>(
    `SELECT id, name, type, required FROM custom_fields
     WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
    [tx.organizationId],
  );
}

/** One of the organization's custom fields, or null. */
export async function findCustomField(tx: TenantTransaction, id: string): Promise<CustomField | null> {
  return (await listCustomFields(tx)).find((field) => field.id === id) ?? null;
}

/** How many leads hold a value of the field, those in the bin among them. */
export async function countHolders(tx: TenantTransaction, name: string): Promise<number> {
  const [row] = await tx.query<{ leads: number }>(
    'SELECT count(*) AS leads FROM leads WHERE organization_id = $1 AND custom_data ? $2',
    [tx.organizationId, name],
  );
  return row?.leads ?? 0;
}

/** A deleted field whose values are yet to be removed, and who deleted it; null when that is done. */
export async function findDeletedField(tx: TenantTransaction, id: string): Promise<{ name: string } | null> {
  const [row] = await tx.query<{ name: string }>(
    'SELECT name FROM custom_fields WHERE organization_id = $1 AND id = $2 AND deleted_at IS NOT NULL',
    [tx.organizationId, id],
  );
  return row ?? null;
}
