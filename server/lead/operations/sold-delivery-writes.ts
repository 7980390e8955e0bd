import { INSERTED } from '../../platform/db/insert-selected.ts';
import { newId } from '../../platform/ids.ts';
import type { BatchChange } from './batch-writes.ts';

/** Adds a delivery of each sold lead to a sale whose values are customer, price, currency, order and whether it is exclusive. */
export function withDeliveries(sale: BatchChange, at: Date | null): BatchChange {
  const ids = sale.given?.['email_key']?.values.map(() => newId()) ?? [];
  return {
    ...sale,
    values: [...(sale.values ?? []), at],
    given: { ...sale.given, delivery_id: { type: 'uuid', values: ids } },
    returning: [...(sale.returning ?? []), 'p.delivery_id'],
    also: [
      ...(sale.also ?? []),
      `deliveries AS (
        INSERT INTO deliveries (organization_id, id, order_id, customer_number, lead_id, sale_id, next_at)
        SELECT $1, delivery_id, $11::uuid, $8, id, event_id, coalesce($13::timestamptz, now()) FROM changed ${INSERTED}
      )`,
    ],
  };
}
