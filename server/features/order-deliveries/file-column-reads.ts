import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { FileColumn } from './delivery-file.ts';

const LABELS: ReadonlyMap<string, string> = new Map(LEAD_FIELDS.map(({ key, label }) => [key, label]));

/** Returns the columns of a customer's files: those of its column set, or all fields. */
export async function fileColumns(tx: TenantTransaction, customerNumber: string): Promise<FileColumn[]> {
  const [set] = await tx.query<{ columns: string[] }>(
    `SELECT s.columns FROM customers c JOIN column_sets s ON s.organization_id = $1 AND s.id = c.column_set_id
     WHERE c.organization_id = $1 AND c.number = $2`,
    [tx.organizationId, customerNumber],
  );
  const fields = set?.columns ?? [...LABELS.keys()];
  return fields.map((field) => ({ field, header: LABELS.get(field) ?? customFieldName(field) ?? field }));
}
