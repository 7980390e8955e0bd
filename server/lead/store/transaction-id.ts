import type { Statements } from '../../platform/db/transaction.ts';

/** A tenant's, or one of the owner's. */
export interface StoreTransaction extends Statements {
  readonly organizationId: string;
}

/**
 * Assigns the transaction its id, unless it has locked or written a row. The log is only right if the id is older than the snapshot of the
 * statement that writes leads. Reads a table, so that the server that holds the leads assigns it.
 */
export async function takeTransactionId(tx: StoreTransaction): Promise<void> {
  await tx.query(
    'SELECT pg_current_xact_id() FROM (SELECT count(*) FROM lead_index WHERE organization_id = $1) AS index',
    [tx.organizationId],
  );
}
