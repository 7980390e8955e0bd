import sql, { empty } from 'sql-template-tag';
import type { DeliveryAttempt, DeliveryState, SaleDelivery } from '#contract/order-deliveries.ts';
import { nameOfLead } from '../../../lead/rows/lead-row.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

interface DeliveryFilter {
  id?: string | undefined;
  orderId?: string | undefined;
  customer?: string | undefined;
  leadId?: string | undefined;
  state?: DeliveryState | undefined;
  limit: number;
  /** The last delivery of the page before. */
  cursor?: string | undefined;
}

interface Row extends Omit<SaleDelivery, 'lead' | 'lastAt' | 'nextAt' | 'createdAt'> {
  lastAt: Date | null;
  nextAt: Date | null;
  createdAt: Date;
  hasLead: boolean;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}

/** Returns deliveries, newest first. */
export async function findSaleDeliveries(
  tx: TenantTransaction,
  { id, orderId, customer, leadId, state, limit, cursor }: DeliveryFilter,
): Promise<SaleDelivery[]> {
  const rows = await tx.query<Row>(sql`
    select d.id, d.order_id as "orderId", o.name as "orderName", d.customer_number as "customerNumber", d.lead_id as "leadId",
      d.sale_id as "saleId", d.state, d.reason, d.reference, d.attempts, d.last_at as "lastAt",
      case when d.state <> 'sending' then d.next_at end as "nextAt", d.created_at as "createdAt",
      l.id is not null as "hasLead", l.first_name, l.last_name, l.email, l.phone
    from deliveries d
    left join orders o on o.organization_id = ${tx.organizationId} and o.id = d.order_id
    left join leads l on l.organization_id = ${tx.organizationId} and l.id = d.lead_id
    where d.organization_id = ${tx.organizationId}
      ${id === undefined ? empty : sql`and d.id = ${id}`}
      ${orderId === undefined ? empty : sql`and d.order_id = ${orderId}`}
      ${customer === undefined ? empty : sql`and d.customer_number = ${customer}`}
      ${leadId === undefined ? empty : sql`and d.lead_id = ${leadId}`}
      ${state === undefined ? empty : sql`and d.state = ${state}`}
      ${cursor === undefined ? empty : sql`and d.id < ${cursor}`}
    order by d.id desc limit ${limit}`);
  return rows.map(
    ({ hasLead, first_name, last_name, email, phone, lastAt, nextAt, createdAt, ...delivery }) => ({
      ...delivery,
      lead: hasLead ? nameOfLead({ first_name, last_name, email, phone }) : null,
      lastAt: lastAt?.toISOString() ?? null,
      nextAt: nextAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }),
  );
}

/** Returns the attempts of a delivery, the first first; masked without `reveal`. */
export async function attemptsOf(
  tx: TenantTransaction,
  deliveryId: string,
  { reveal }: { reveal: boolean },
): Promise<DeliveryAttempt[]> {
  const rows = await tx.query<Omit<DeliveryAttempt, 'at'> & { at: Date }>(
    `SELECT number, at, milliseconds, CASE WHEN $3::boolean THEN request ELSE masked_request END AS request,
       CASE WHEN $3::boolean THEN answer ELSE masked_answer END AS answer, read, reason
     FROM delivery_attempts WHERE organization_id = $1 AND delivery_id = $2 ORDER BY number`,
    [tx.organizationId, deliveryId, reveal],
  );
  return rows.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() }));
}
