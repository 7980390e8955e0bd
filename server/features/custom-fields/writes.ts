import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { CustomField } from '../../lead/custom-fields/reads.ts';
import { changeLeads } from '../../lead/store/store.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Returns null if the name is taken, even by a deleted field with remaining values. */
export async function insertCustomField(
  tx: TenantTransaction,
  field: CustomFieldSpec,
): Promise<CustomField | null> {
  const [row] = await tx.query<CustomField & Record<string, unknown>>(
    `INSERT INTO custom_fields (organization_id, id, name, type, required, options)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organization_id, name) DO NOTHING RETURNING id, name, name AS label, type, required, options`,
    [tx.organizationId, newId(), field.name, field.type, field.required, field.options ?? []],
  );
  return row ?? null;
}

export async function changeCustomField(
  tx: TenantTransaction,
  { id, label, options }: Pick<CustomField, 'id' | 'label' | 'options'>,
): Promise<void> {
  await tx.query('UPDATE custom_fields SET label = $3, options = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    label,
    options,
  ]);
}

/** Hides a field and queues the removal of its values; false if unknown. */
export async function hideCustomField(tx: TenantTransaction, id: string): Promise<boolean> {
  const hidden = await tx.query(
    `UPDATE custom_fields SET deleted_at = now()
     WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
    [tx.organizationId, id],
  );
  if (hidden.length === 0) return false;
  await tx.query("SELECT enqueue_job('remove_field_values', $1)", [id]);
  return true;
}

/**
 * Removes values from the next leads by id. Leads keep their version and get no event, so that earlier
 * operations can still be undone.
 * @returns the last lead, or null at the end
 */
export async function dropValues(
  tx: TenantTransaction,
  name: string,
  after: string | null,
  limit: number,
): Promise<string | null> {
  const next = await tx.query<{ id: string }>(
    `SELECT id FROM leads
     WHERE organization_id = $1 AND custom_data ? $2 AND ($3::uuid IS NULL OR id > $3)
     ORDER BY id LIMIT $4 FOR UPDATE`,
    [tx.organizationId, name, after, limit],
  );
  const ids = next.map(({ id }) => id);
  await changeLeads(
    tx,
    {
      source: 'SELECT unnest($2::uuid[]) AS id',
      set: ['custom_data = b.custom_data - $3', "folded = b.folded #- ARRAY['custom', $3]"],
      keepsVersion: true,
    },
    [tx.organizationId, ids, name],
  );
  return ids.at(-1) ?? null;
}

/** Frees the field's name. */
export async function removeCustomField(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM custom_fields WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}
