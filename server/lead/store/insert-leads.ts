import { INSERTED } from '../../platform/db/insert-selected.ts';
import { atSavepoint, type TenantTransaction } from '../../platform/db/scope.ts';
import { isUniqueViolation } from '../../platform/db/transaction.ts';
import type { Admission } from '../suppression/admission.ts';
import { LOG_INSERTED } from './change-log.ts';
import { searchTextOf } from './search-text.ts';
import { type StoreTransaction, takeTransactionId } from './transaction-id.ts';

/** Outside the trash. `$1` is the organization; the source defines the others. */
export interface NewLeads {
  columns: readonly string[];
  /** SELECT or VALUES that returns these columns. */
  source: string;
  /** Parameters of the source, from `$1` on. */
  values: readonly unknown[];
  /** That suppression lists were asked about them. */
  admission: Admission;
  /** Name of the prepared statement. */
  name?: string;
}

/**
 * With searched texts and log entries, in one statement.
 * @throws the unique violation if an email or valid phone is taken
 */
export async function insertLeads(tx: StoreTransaction, leads: NewLeads): Promise<void> {
  await takeTransactionId(tx);
  await tx.query(insertion(leads), [...leads.values], leads.name);
}

/**
 * Inserts all leads, or none and returns null if one violates a unique index: a tenth cheaper than ON CONFLICT. The transaction must
 * have its id.
 * @param result as of `insertNewLeads`
 */
export async function insertAllLeads<R extends Record<string, unknown>>(
  tx: TenantTransaction,
  leads: NewLeads,
  result?: string,
): Promise<R[] | null> {
  try {
    return await atSavepoint(tx, () =>
      tx.query<R>(insertion(leads, '', result), [...leads.values], leads.name),
    );
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/**
 * Inserts the leads whose email and valid phone are free, in order. The transaction must have its id.
 * @param result SELECT that ends the statement; `made` has `id` and `updated_at` of the inserted leads
 */
export function insertNewLeads<R extends Record<string, unknown>>(
  tx: StoreTransaction,
  leads: NewLeads,
  result: string,
): Promise<R[]> {
  return tx.query<R>(insertion(leads, 'ON CONFLICT DO NOTHING', result), [...leads.values], leads.name);
}

function insertion({ columns, source }: NewLeads, conflicts = '', result = 'SELECT'): string {
  return `WITH made AS (
      INSERT INTO leads AS l (${columns.join(', ')}) ${source} ${conflicts}
      RETURNING l.id, l.updated_at, ${searchTextOf('l')} AS search_text
    ),
    listed AS (
      INSERT INTO lead_search (organization_id, lead_id, search_text) SELECT $1, id, search_text FROM made ${INSERTED}
    ),
    ${LOG_INSERTED}
    ${result}`;
}
