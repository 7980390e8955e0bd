import type { TenantTransaction } from '../../platform/db/scope.ts';
import { changeLeads, ONE_LEAD } from '../store/store.ts';
import { eventJoin } from './event-reads.ts';
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

/** CTE that ends the sales of the leads of the CTE `changed`. Found by their keys: a join reads all sales for each lead. */
export const SALES_ENDED = `sales AS (
    UPDATE lead_sales SET returned_at = now(), returned_by_name = $6
    WHERE organization_id = $1 AND lead_id = ANY(ARRAY(SELECT id FROM changed)) AND returned_at IS NULL
  )`;

/** CTEs of the sales that a return ends, or its undo opens again; none for any other action. */
export function salesOfReturn(action: StoredAction): string[] {
  if (action.type === 'returnSale') {
    return [SALES_ENDED];
  }
  if (action.type === 'undo' && action.of.type === 'returnSale') {
    // The sale and its event carry the moment of the one transaction that returned it.
    return [
      `sales AS (
        UPDATE lead_sales s SET returned_at = NULL, returned_by_name = NULL
        FROM changed c
        ${eventJoin('$9::uuid', 'c')}
        WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at = e.created_at
      )`,
    ];
  }
  return [];
}

/** Takes one sold lead back, which the transaction has locked, and ends its sale. */
export async function returnSoldLead(
  tx: TenantTransaction,
  leadId: string,
  returnedBy: string,
): Promise<void> {
  await changeLeads(
    tx,
    {
      source: ONE_LEAD,
      set: ['is_sold = false', 'customer_number = NULL'],
      also: [
        `sales AS (
          UPDATE lead_sales SET returned_at = now(), returned_by_name = $3
          WHERE organization_id = $1 AND lead_id = $2 AND returned_at IS NULL
        )`,
      ],
    },
    [tx.organizationId, leadId, returnedBy],
  );
}
