import type { TenantTransaction } from '../security/scope.ts';

/** A field that an organization added to its leads. */
export interface CustomField {
  name: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  required: boolean;
}

/** The organization's custom fields, oldest first. */
export function listCustomFields(tx: TenantTransaction): Promise<CustomField[]> {
  return tx.query<CustomField>(
    'SELECT name, type, required FROM custom_fields WHERE organization_id = $1 ORDER BY created_at, id',
    [tx.organizationId],
  );
}
