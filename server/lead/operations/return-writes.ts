import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { StoredAction } from './operation.ts';

const SALE = ['is_sold', 'customer_number'] as const;

/** SQL with which a bulk operation takes sold leads back, so that they can be sold again. */
export const RETURN = {
  kind: 'returned',
  set: 'is_sold = false, customer_number = NULL',
  when: 'b.is_sold',
  columns: SALE,
};

/** SQL with which an undo returns the leads to their customers. */
export const RETURN_UNDONE = {
  set: "is_sold = true, customer_number = e.changes -> 'customer_number' ->> 0",
  columns: SALE,
};

/**
 * Returns the SQL of a CTE that closes the sales of returned leads, or reopens them for an undo; '' for any other
 * action.
 */
export function salesOfReturn(action: StoredAction): string {
  if (action.type === 'returnSale') {
    return `sales AS (
      UPDATE lead_sales s SET returned_at = now(), returned_by_name = $6
      FROM changed c WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at IS NULL
    ),`;
  }
  if (action.type === 'undo' && action.of.type === 'returnSale') {
    // The transaction that returned the lead set the same timestamp on the sale and on its event.
    return `sales AS (
      UPDATE lead_sales s SET returned_at = NULL, returned_by_name = NULL
      FROM changed c
      JOIN lead_events e ON e.organization_id = $1 AND e.operation_id = $9::uuid AND e.lead_id = c.id
      WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at = e.created_at
    ),`;
  }
  return '';
}

/** Takes a single sold lead back and closes its sale. */
export async function returnSoldLead(
  tx: TenantTransaction,
  leadId: string,
  returnedBy: string,
): Promise<void> {
  await tx.query(
    `WITH sales AS (
       UPDATE lead_sales SET returned_at = now(), returned_by_name = $3
       WHERE organization_id = $1 AND lead_id = $2 AND returned_at IS NULL
     )
     UPDATE leads SET is_sold = false, customer_number = NULL, version = version + 1, updated_at = now()
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, leadId, returnedBy],
  );
}
