import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { CustomField } from '../../lead/custom-fields/reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Adds a custom field, or returns null when the name is taken: a deleted field keeps it until its values are gone. */
export async function insertCustomField(
  tx: TenantTransaction,
  field: CustomFieldSpec,
): Promise<CustomField | null> {
  const [row] = await tx.query<CustomField & { id: string }>(
    `INSERT INTO custom_fields (organization_id, id, name, type, required) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, name) DO NOTHING RETURNING id, name, type, required`,
    [tx.organizationId, newId(), field.name, field.type, field.required],
  );
  return row ?? null;
}

/** Hides a field from everyone and queues the removal of its values; false when there is no such field. */
export async function hideCustomField(tx: TenantTransaction, id: string): Promise<boolean> {
  const hidden = await tx.query(
    `UPDATE custom_fields SET deleted_at = now()
     WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
    [tx.organizationId, id],
  );
  if (hidden.length === 0) return false;
  await tx.query('SELECT enqueue_field_removal($1, $2)', [tx.organizationId, id]);
  return true;
}

/**
 * Removes the field's values from the next leads that hold one, in the order of their ids. The leads keep their
 * version and get no event: it is the field that is gone, and what was changed by an operation can still be undone.
 * @returns the last of the leads, or null when none was left
 */
export async function dropValues(
  tx: TenantTransaction,
  name: string,
  after: string | null,
  limit: number,
): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `WITH next AS (
       SELECT id FROM leads
       WHERE organization_id = $1 AND custom_data ? $2 AND ($3::uuid IS NULL OR id > $3)
       ORDER BY id LIMIT $4 FOR UPDATE
     )
     UPDATE leads l SET custom_data = l.custom_data - $2 FROM next
     WHERE l.organization_id = $1 AND l.id = next.id RETURNING l.id`,
    [tx.organizationId, name, after, limit],
  );
  return rows.reduce<string | null>((last, { id }) => (last === null || id > last ? id : last), null);
}

/** Removes a field whose values are gone: its name is free again. */
export async function removeCustomField(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM custom_fields WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}
