import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type LateSale, WINDOW_ENDED } from '../sales/return-window-reads.ts';
import { changeLeads, ONE_LEAD } from '../store/store.ts';
import { eventJoin } from './event-reads.ts';
import type { StoredAction } from './operation.ts';

const SALE = ['is_sold', 'customer_number'] as const;

/** Condition for a sold lead `b` that only an administrator can still return; `$10` is true for one. */
export const OUTSIDE_WINDOW = `NOT $10::boolean AND EXISTS (
    SELECT FROM lead_sales s JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
    WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.customer_number = b.customer_number AND s.returned_at IS NULL
      AND ${WINDOW_ENDED})`;

/** The customer of the latest other open sale of a lead `b`, which one merged from two sold leads has. */
const NEXT_CUSTOMER = `(SELECT s.customer_number FROM lead_sales s
  WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.returned_at IS NULL AND s.customer_number <> b.customer_number
  ORDER BY s.sold_at DESC, s.id DESC LIMIT 1)`;

/** The assignments of a lead `b` whose sale ends. */
const END_SALE = `is_sold = ${NEXT_CUSTOMER} IS NOT NULL, customer_number = ${NEXT_CUSTOMER}`;

/** SQL with which a bulk operation takes sold leads back, so that they can be sold again; `$9` is the reason. */
export const RETURN = {
  kind: 'returned',
  set: END_SALE,
  when: `b.is_sold AND NOT (${OUTSIDE_WINDOW})`,
  columns: SALE,
};

/** SQL with which an undo returns the leads to their customers. */
export const RETURN_UNDONE = {
  set: "is_sold = true, customer_number = e.changes -> 'customer_number' ->> 0",
  columns: SALE,
};

/**
 * Returns the CTE that ends the sales of the leads of the CTE `changed` to the customer that they had. A lead merged from two
 * may be sold to another one as well, who keeps it. Sales are found by their keys, as a join reads all sales for each lead;
 * IS TRUE keeps the planner from making one of the second condition.
 */
function endSales(set: string): string {
  return `sales AS (
    UPDATE lead_sales SET returned_at = now(), returned_by_name = $6, ${set}
    WHERE organization_id = $1 AND lead_id = ANY(ARRAY(SELECT id FROM changed)) AND returned_at IS NULL
      AND ((lead_id, customer_number) IN (SELECT id, was_customer_number_recorded FROM changed)) IS TRUE
  )`;
}

/** CTE of the undo of a sale. It is no return: no total counts the sale any more. */
export const SALES_UNDONE = endSales("return_reason = 'Undone', counted = false");

/** CTEs of the sales that a return ends, or its undo opens again; none for any other action. */
export function salesOfReturn(action: StoredAction): string[] {
  if (action.type === 'returnSale') {
    return [endSales('return_reason = $9')];
  }
  if (action.type === 'undo' && action.of.type === 'returnSale') {
    // The sale and its event carry the moment of the one transaction that returned it.
    return [
      `sales AS (
        UPDATE lead_sales s SET returned_at = NULL, returned_by_name = NULL, return_reason = NULL
        FROM changed c
        ${eventJoin('$9::uuid', 'c')}
        WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at = e.created_at
      )`,
    ];
  }
  return [];
}

/** Returns a lead's sale to a customer if only an administrator can still return it, otherwise null. */
export async function findLateSale(
  tx: TenantTransaction,
  leadId: string,
  customerNumber: string | null,
): Promise<LateSale | null> {
  const [row] = await tx.query<LateSale>(
    `SELECT s.customer_number AS "customerNumber", c.return_days AS "returnDays",
       s.sold_at + make_interval(days => c.return_days) AS "endedAt"
     FROM lead_sales s JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
     WHERE s.organization_id = $1 AND s.lead_id = $2 AND s.customer_number = $3 AND s.returned_at IS NULL AND ${WINDOW_ENDED}
     ORDER BY s.sold_at LIMIT 1`,
    [tx.organizationId, leadId, customerNumber],
  );
  return row ?? null;
}

/** A return of one lead. */
interface SoldLeadReturn {
  /** The customer whose sale ends. */
  customerNumber: string | null;
  returnedBy: string;
  reason: string | null;
}

/**
 * Takes one sold lead back, which the transaction has locked, and ends its sale to the customer. Returns the customer of its
 * next open sale, or null.
 */
export async function returnSoldLead(
  tx: TenantTransaction,
  leadId: string,
  { customerNumber, returnedBy, reason }: SoldLeadReturn,
): Promise<string | null> {
  const [row] = await changeLeads<{ next: string | null }>(
    tx,
    {
      source: ONE_LEAD,
      set: [END_SALE],
      returning: ['l.customer_number'],
      also: [
        `sales AS (
          UPDATE lead_sales SET returned_at = now(), returned_by_name = $3, return_reason = $4
          WHERE organization_id = $1 AND lead_id = $2 AND customer_number = $5 AND returned_at IS NULL
        )`,
      ],
      result: 'SELECT customer_number AS next FROM changed',
    },
    [tx.organizationId, leadId, returnedBy, reason, customerNumber],
  );
  return row?.next ?? null;
}
