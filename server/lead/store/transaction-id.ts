import type { Statements } from '../../platform/db/transaction.ts';

/** An open transaction on leads of one organization: a tenant's, or one of the owner's. */
export interface StoreTransaction extends Statements {
  readonly organizationId: string;
}

/**
 * Assigns the transaction its id. Not needed after the transaction has locked or written a row, which also assigns it. The
 * change log is only right if the id is older than the snapshot of the statement that writes leads. The statement reads a
 * table, so that the server that holds the organization's leads assigns the id.
 */
export async function takeTransactionId(tx: StoreTransaction): Promise<void> {
  await tx.query(
    'SELECT pg_current_xact_id() FROM (SELECT count(*) FROM lead_index WHERE organization_id = $1) AS index',
    [tx.organizationId],
  );
}
