import type { AuditEntry } from '../../platform/audit/writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { announceLeads } from '../change/announce-leads.ts';
import { type BatchChange, writeBatch } from '../operations/batch-writes.ts';
import { offerLeads } from '../orders/offer-writes.ts';

/** A sale that ends. */
export interface EndedSale {
  leadId: string;
  saleId: string;
  reason: string | null;
}

/** Another open sale of a lead `b`. */
const OTHER_CUSTOMER = `(SELECT s.customer_number FROM lead_sales s
  WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.returned_at IS NULL AND s.id <> p.sale_id
  ORDER BY s.sold_at DESC, s.id DESC LIMIT 1)`;

function endOf(sales: readonly EndedSale[], detail: string, set: string): BatchChange {
  return {
    kind: 'returned',
    set: [`is_sold = ${OTHER_CUSTOMER} IS NOT NULL`, `customer_number = ${OTHER_CUSTOMER}`],
    when: `EXISTS (SELECT FROM lead_sales s
      WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.id = p.sale_id AND s.returned_at IS NULL)`,
    columns: ['is_sold', 'customer_number'],
    values: [sales.map(({ saleId }) => saleId), sales.map(({ reason }) => reason)],
    given: { sale_id: { type: 'uuid', values: sales.map(({ saleId }) => saleId) } },
    detail,
    also: [
      `sales AS (
        UPDATE lead_sales s SET returned_at = now(), returned_by_name = $6, return_reason = r.reason${set}
        FROM unnest($8::uuid[], $9::text[]) AS r (id, reason)
        WHERE s.organization_id = $1 AND s.lead_id = ANY (ARRAY(SELECT id FROM changed)) AND s.id = r.id
      )`,
    ],
  };
}

type EndedBy = Pick<AuditEntry, 'actor' | 'origin'> & { customerNumber: string };

/**
 * Takes back sales that their buyer refused, of leads that the transaction has locked, and offers the leads to other orders. No
 * total counts a refused sale.
 */
export async function takeBackSales(
  tx: TenantTransaction,
  { resource, ...by }: EndedBy & { resource: string },
  sales: readonly EndedSale[],
): Promise<void> {
  const changed = await endSales(
    tx,
    by,
    sales,
    endOf(sales, 'The buyer refused the lead', ', counted = false'),
  );
  if (changed === 0) return;
  await offerLeads(
    tx,
    sales.map(({ leadId }) => leadId),
  );
  const { actor, origin, customerNumber } = by;
  await writeAudit(tx, {
    ...{ action: 'reject_leads', actor, origin, resource },
    details: { changed, customerNumber },
  });
}

/** Ends sales whose buyer returns the leads, which the transaction has locked. */
export async function returnSales(
  tx: TenantTransaction,
  by: EndedBy,
  sales: readonly EndedSale[],
): Promise<void> {
  await endSales(tx, by, sales, endOf(sales, 'The buyer returned the lead', ''));
}

async function endSales(
  tx: TenantTransaction,
  { actor }: EndedBy,
  sales: readonly EndedSale[],
  change: BatchChange,
): Promise<number> {
  const ids = sales.map(({ leadId }) => leadId);
  const by = { id: null, createdBy: actor.id, createdByName: actor.username };
  const { changed } = await writeBatch(tx, by, ids, change);
  if (changed > 0) await announceLeads(tx, { aspects: ['values', 'counts', 'sales'], ids });
  return changed;
}
