import type { TenantTransaction } from '../../platform/db/scope.ts';
import { loadCustomFields } from '../custom-fields/reads.ts';
import { type SoldColumn, soldColumns } from './sold-columns.ts';

/** Returns the columns of files for a customer, as its record says. */
export async function columnsOfCustomer(tx: TenantTransaction, number: string): Promise<SoldColumn[]> {
  const [row] = await tx.query<{ columns: string[] }>(
    `SELECT s.columns FROM customers c JOIN column_sets s ON s.organization_id = $1 AND s.id = c.column_set_id
     WHERE c.organization_id = $1 AND c.number = $2`,
    [tx.organizationId, number],
  );
  return soldColumns(await loadCustomFields(tx), row?.columns ?? null);
}
