import { announceLeads } from '../../lead/change/announce-leads.ts';
import { offerLeads } from '../../lead/customer-orders/offer-writes.ts';
import type { StoredOrder } from '../../lead/customer-orders/stored-order.ts';
import { type BatchChange, writeBatch } from '../../lead/operations/batch-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A sale that its buyer refused. */
export interface RefusedSale {
  leadId: string;
  saleId: string;
  reason: string;
}

/** Another open sale of a lead `b`. */
const OTHER_CUSTOMER = `(SELECT s.customer_number FROM lead_sales s
  WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.returned_at IS NULL AND s.id <> p.sale_id
  ORDER BY s.sold_at DESC, s.id DESC LIMIT 1)`;

/** No total counts a refused sale. */
const END_REFUSED = `sales AS (
    UPDATE lead_sales s SET returned_at = now(), returned_by_name = $6, return_reason = r.reason, counted = false
    FROM unnest($8::uuid[], $9::text[]) AS r (id, reason)
    WHERE s.organization_id = $1 AND s.lead_id = ANY (ARRAY(SELECT id FROM changed)) AND s.id = r.id
  )`;

function refusedSales(sales: readonly RefusedSale[]): BatchChange {
  return {
    kind: 'returned',
    set: [`is_sold = ${OTHER_CUSTOMER} IS NOT NULL`, `customer_number = ${OTHER_CUSTOMER}`],
    when: `EXISTS (SELECT FROM lead_sales s
      WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.id = p.sale_id AND s.returned_at IS NULL)`,
    columns: ['is_sold', 'customer_number'],
    values: [sales.map(({ saleId }) => saleId), sales.map(({ reason }) => reason)],
    given: { sale_id: { type: 'uuid', values: sales.map(({ saleId }) => saleId) } },
    detail: 'The buyer refused the lead',
    also: [END_REFUSED],
  };
}

/** Takes back sales of leads that the transaction has locked, and offers the leads to other orders. */
export async function takeBackSales(
  tx: TenantTransaction,
  { name, customerNumber, savedBy }: StoredOrder,
  sales: readonly RefusedSale[],
): Promise<void> {
  const actor = { id: savedBy, username: `Order ${name}` };
  const ids = sales.map(({ leadId }) => leadId);
  const by = { id: null, createdBy: savedBy, createdByName: actor.username };
  const { changed } = await writeBatch(tx, by, ids, refusedSales(sales));
  if (changed === 0) return;
  await offerLeads(tx, ids);
  await writeAudit(tx, {
    ...{ action: 'reject_leads', actor, origin: null, resource: name },
    details: { changed, customerNumber },
  });
  await announceLeads(tx, { aspects: ['values', 'counts', 'sales'], ids });
}
