import type pg from 'pg';

/** An order whose next delivery may be due. */
export interface DueOrder {
  organizationId: string;
  orderId: string;
}

/** Organizations in the bin send nothing. */
export async function dueOrders(owner: pg.Pool): Promise<DueOrder[]> {
  const { rows } = await owner.query<DueOrder>(
    `SELECT q.organization_id AS "organizationId", q.order_id AS "orderId" FROM delivery_queues q
     JOIN organizations o ON o.id = q.organization_id AND o.deleted_at IS NULL WHERE q.next_at <= now()`,
  );
  return rows;
}
