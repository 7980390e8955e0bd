import type pg from 'pg';

/** An order whose next delivery may be due. */
export interface DueOrder {
  organizationId: string;
  orderId: string;
}

export async function dueOrders(owner: pg.Pool): Promise<DueOrder[]> {
  const { rows } = await owner.query<DueOrder>(
    'SELECT organization_id AS "organizationId", order_id AS "orderId" FROM delivery_queues WHERE next_at <= now()',
  );
  return rows;
}
