import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type LateSale, WINDOW_ENDED } from '../sales/return-window-reads.ts';
import { changeLeads, ONE_LEAD } from '../store/store.ts';
import type { BatchChange } from './batch-writes.ts';
import { eventJoin } from './undo-reads.ts';

/** A sold lead `b` that only an administrator can still return; `$9` is true for one. */
const OUTSIDE_WINDOW = `NOT $9::boolean AND EXISTS (
    SELECT FROM lead_sales s JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
    WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.customer_number = b.customer_number AND s.returned_at IS NULL
      AND ${WINDOW_ENDED})`;

/** A lead merged from two sold ones has another open sale. */
const NEXT_CUSTOMER = `(SELECT s.customer_number FROM lead_sales s
  WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.returned_at IS NULL AND s.customer_number <> b.customer_number
  ORDER BY s.sold_at DESC, s.id DESC LIMIT 1)`;

/** The assignments of a lead `b` whose sale ends. */
const END_SALE = `is_sold = ${NEXT_CUSTOMER} IS NOT NULL, customer_number = ${NEXT_CUSTOMER}`;

/**
 * Ends the sales of the leads of `changed` to the customer that they had; another customer keeps a merged lead. By keys, as a join reads all
 * sales for each lead; IS TRUE keeps the second condition from becoming one.
 */
function endSales(set: string): string {
  return `sales AS (
    UPDATE lead_sales SET returned_at = now(), returned_by_name = $6, ${set}
    WHERE organization_id = $1 AND lead_id = ANY(ARRAY(SELECT id FROM changed)) AND returned_at IS NULL
      AND ((lead_id, customer_number) IN (SELECT id, was_customer_number_recorded FROM changed)) IS TRUE
  )`;
}

/** No return: no total counts the sale any more. */
export const SALES_UNDONE = endSales("return_reason = 'Undone', counted = false");

/** The sale and its event carry the moment of the transaction that returned it. */
export const SALES_REOPENED = `sales AS (
    UPDATE lead_sales s SET returned_at = NULL, returned_by_name = NULL, return_reason = NULL
    FROM changed c
    ${eventJoin('$8::uuid', 'c')}
    WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at = e.created_at
  )`;

/** Takes sold leads back; `$8` is the reason. */
export const RETURN: BatchChange = {
  kind: 'returned',
  set: [END_SALE],
  when: `b.is_sold AND NOT (${OUTSIDE_WINDOW})`,
  refused: `b.is_sold AND ${OUTSIDE_WINDOW}`,
  columns: ['is_sold', 'customer_number'],
  also: [endSales('return_reason = $8')],
};

/** Null unless only an administrator can still return it. */
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

/** Takes a locked lead back and ends its sale to the customer. Returns the customer of its next open sale, or null. */
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
