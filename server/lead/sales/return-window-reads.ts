import type { TenantTransaction } from '../../platform/db/scope.ts';
import { countText, dayText } from '../../platform/message-text.ts';

/** Condition for a sale `s` whose return window has ended; `c` are the settings of its customer. */
export const WINDOW_ENDED = 's.sold_at < now() - make_interval(days => c.return_days)';

/** SQL of whether only administrators can still return the lead of a sale; `c` may be missing. */
export const IS_LATE = `coalesce(s.returned_at IS NULL AND ${WINDOW_ENDED}, false)`;

/** A sale that only administrators can still return or undo. */
export interface LateSale {
  customerNumber: string;
  returnDays: number;
  endedAt: Date;
}

/** Time in which everyone can undo a sale that was a mistake, whatever the customer's return window. */
const MISTAKE_INTERVAL = "interval '1 hour'";

/** Returns the bulk sale when its customer's return window has ended and it is no recent mistake, otherwise null. */
export async function findLateOperation(tx: TenantTransaction, id: string): Promise<LateSale | null> {
  const [row] = await tx.query<LateSale>(
    `SELECT c.number AS "customerNumber", c.return_days AS "returnDays",
       o.created_at + make_interval(days => c.return_days) AS "endedAt"
     FROM bulk_operations o
     JOIN customers c ON c.organization_id = $1 AND c.number = o.action ->> 'customerNumber'
     WHERE o.organization_id = $1 AND o.id = $2
       AND o.created_at + greatest(make_interval(days => c.return_days), ${MISTAKE_INTERVAL}) < now()
       AND c.return_days IS NOT NULL`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

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

/** Says how long a customer can return leads, and when that ended for one of them. */
export function windowText({ customerNumber, returnDays, endedAt }: LateSale): string {
  const days = countText(returnDays, 'day');
  return `Customer ${customerNumber} can return leads within ${days}; for this lead, that ended on ${dayText(endedAt)}`;
}
