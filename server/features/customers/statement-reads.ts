import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { DeliveryPeriod } from './delivery-reads.ts';

/** Leads sold or returned on a day at a price. */
export interface Booking {
  /** `yyyy-mm-dd`, in UTC. */
  day: string;
  returned: boolean;
  reason: string | null;
  leads: number;
  price: string | null;
  currency: string | null;
  amount: string | null;
}

const within = (moment: string) => `organization_id = $1 AND customer_number = $2 AND counted
  AND ${moment} >= coalesce($3::date, '-infinity')::timestamp AT TIME ZONE 'UTC'
  AND ${moment} < (coalesce($4::date, 'infinity') + 1)::timestamp AT TIME ZONE 'UTC'`;

/** Oldest first. */
export function readBookings(
  tx: TenantTransaction,
  { customer, from, to }: DeliveryPeriod,
): Promise<Booking[]> {
  return tx.query<Booking>(
    `SELECT (at AT TIME ZONE 'UTC')::date AS day, returned, reason, count(*) AS leads, price, currency,
       sum(price)::text AS amount
     FROM (
       SELECT sold_at AS at, false AS returned, NULL AS reason, price, currency FROM lead_sales
       WHERE ${within('sold_at')}
       UNION ALL
       SELECT returned_at, true, return_reason, price, currency FROM lead_sales WHERE ${within('returned_at')}
     ) booked
     GROUP BY 1, returned, reason, price, currency ORDER BY 1, returned, currency, price, reason`,
    [tx.organizationId, customer, from ?? null, to ?? null],
  );
}
