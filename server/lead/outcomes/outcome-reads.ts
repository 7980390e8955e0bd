import type { DeliveryState } from '#contract/order-deliveries.ts';
import type { SaleOutcome } from '#contract/outcomes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { PersonKeys } from '../orders/person-key-reads.ts';
import type { LateSale } from '../sales/return-window-reads.ts';

/** A sale to the customer who reports. */
export interface BoughtSale {
  saleId: string;
  leadId: string;
}

/** The ids that a customer may name, with the sale that each means. */
export async function salesByIds(
  tx: TenantTransaction,
  customerNumber: string,
  ids: { deliveryIds: readonly string[]; leadIds: readonly string[] },
): Promise<{ deliveries: Map<string, BoughtSale>; leads: Map<string, BoughtSale> }> {
  const deliveries = await tx.query<BoughtSale & { id: string }>(
    `SELECT d.id, d.sale_id AS "saleId", d.lead_id AS "leadId" FROM deliveries d
     JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = d.lead_id AND s.id = d.sale_id
     WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND s.customer_number = $3`,
    [tx.organizationId, ids.deliveryIds, customerNumber],
  );
  // A kept lead has the sales of merged leads; the open sale counts, else the last.
  const leads = await tx.query<BoughtSale & { named: string }>(
    `SELECT DISTINCT ON (n.named) n.named, s.lead_id AS "leadId", s.id AS "saleId"
     FROM (
       SELECT id AS named, id AS lead_id FROM unnest($2::uuid[]) AS id
       UNION ALL SELECT merged_id, kept_id FROM lead_merges WHERE organization_id = $1 AND merged_id = ANY ($2::uuid[])
     ) n
     JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = n.lead_id
     WHERE s.customer_number = $3
     ORDER BY n.named, s.returned_at IS NULL DESC, s.counted DESC, s.sold_at DESC, s.id DESC`,
    [tx.organizationId, ids.leadIds, customerNumber],
  );
  return {
    deliveries: new Map(deliveries.map(({ id, ...sale }) => [id, sale])),
    leads: new Map(leads.map(({ named, ...sale }) => [named, sale])),
  };
}

/** Returns the sales of people to a customer, by the keys of their emails and phones at the time of the sale. */
export async function salesByKeys(
  tx: TenantTransaction,
  customerNumber: string,
  keys: readonly PersonKeys[],
): Promise<Map<string, BoughtSale>> {
  const rows = await tx.query<BoughtSale & { key: string }>(
    `SELECT DISTINCT ON (key) key, lead_id AS "leadId", id AS "saleId" FROM (
       SELECT email_key AS key, lead_id, id, returned_at, sold_at FROM lead_sales
       WHERE organization_id = $1 AND email_key = ANY ($2::uuid[]) AND customer_number = $4 AND counted
       UNION ALL
       SELECT phone_key, lead_id, id, returned_at, sold_at FROM lead_sales
       WHERE organization_id = $1 AND phone_key = ANY ($3::uuid[]) AND customer_number = $4 AND counted
     ) s ORDER BY key, returned_at IS NULL DESC, sold_at DESC, id DESC`,
    [
      tx.organizationId,
      keys.flatMap(({ email }) => email ?? []),
      keys.flatMap(({ phone }) => phone ?? []),
      customerNumber,
    ],
  );
  return new Map(rows.map(({ key, ...sale }) => [key.replaceAll('-', ''), sale]));
}

/** A sale with everything that decides whether an outcome is recorded. */
export interface SaleState extends BoughtSale {
  currency: string | null;
  /** False for a sale that was undone or rejected. */
  counted: boolean;
  isReturned: boolean;
  /** The lead is outside the bin. */
  isListed: boolean;
  /** The return window has ended. */
  isLate: boolean;
  returnDays: number | null;
  windowEnd: Date | null;
  delivery: { id: string; orderId: string; state: DeliveryState } | null;
  /** Reported before, with the last revenue. */
  known: Map<SaleOutcome, string | null>;
}

type StateRow = Omit<SaleState, 'delivery' | 'known'> & {
  deliveryId: string | null;
  orderId: string;
  state: DeliveryState;
};

/**
 * Reads sales whose leads the transaction has locked, and locks their deliveries. The queues come first, as for servers that record
 * answers.
 */
export async function lockSales(
  tx: TenantTransaction,
  customerNumber: string,
  sales: readonly BoughtSale[],
): Promise<Map<string, SaleState>> {
  const values = [tx.organizationId, sales.map(({ leadId }) => leadId), sales.map(({ saleId }) => saleId)];
  await tx.query(
    `SELECT FROM delivery_queues WHERE organization_id = $1 AND order_id IN (
       SELECT order_id FROM deliveries WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) AND sale_id = ANY ($3::uuid[]))
     ORDER BY order_id FOR UPDATE`,
    values,
  );
  await tx.query(
    `SELECT FROM deliveries WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) AND sale_id = ANY ($3::uuid[])
     ORDER BY id FOR UPDATE`,
    values,
  );
  const rows = await tx.query<StateRow>(
    `SELECT s.id AS "saleId", s.lead_id AS "leadId", s.currency, s.counted, s.returned_at IS NOT NULL AS "isReturned",
       l.id IS NOT NULL AS "isListed", coalesce(s.sold_at + make_interval(days => c.return_days) < now(), false) AS "isLate", c.return_days AS "returnDays",
       s.sold_at + make_interval(days => c.return_days) AS "windowEnd", d.id AS "deliveryId", d.order_id AS "orderId", d.state
     FROM lead_sales s
     LEFT JOIN deliveries d ON d.organization_id = $1 AND d.lead_id = s.lead_id AND d.sale_id = s.id
     LEFT JOIN leads l ON l.organization_id = $1 AND l.id = s.lead_id AND l.deleted_at IS NULL
     LEFT JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
     WHERE s.organization_id = $1 AND s.lead_id = ANY ($2::uuid[]) AND s.id = ANY ($3::uuid[]) AND s.customer_number = $4`,
    [...values, customerNumber],
  );
  const known = await knownOutcomes(tx, sales);
  return new Map(
    rows.map(({ deliveryId, orderId, state, ...sale }) => [
      sale.saleId,
      {
        ...sale,
        delivery: deliveryId === null ? null : { id: deliveryId, orderId, state },
        known: known.get(sale.saleId) ?? new Map(),
      },
    ]),
  );
}

async function knownOutcomes(
  tx: TenantTransaction,
  sales: readonly BoughtSale[],
): Promise<Map<string, SaleState['known']>> {
  const rows = await tx.query<{ saleId: string; outcome: SaleOutcome; revenue: string | null }>(
    `SELECT sale_id AS "saleId", outcome, revenue FROM sale_outcomes
     WHERE organization_id = $1 AND sale_id = ANY ($2::uuid[]) ORDER BY sale_id, id`,
    [tx.organizationId, sales.map(({ saleId }) => saleId)],
  );
  return new Map(
    [...Map.groupBy(rows, ({ saleId }) => saleId)].map(([saleId, all]) => [
      saleId,
      new Map(all.map(({ outcome, revenue }) => [outcome, revenue])),
    ]),
  );
}

/** Returns the late sale that a refusal speaks of. */
export function lateSaleOf({ returnDays, windowEnd }: SaleState, customerNumber: string): LateSale {
  return { customerNumber, returnDays: returnDays ?? 0, endedAt: windowEnd ?? new Date() };
}
