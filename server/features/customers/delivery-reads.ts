import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface Delivery {
  id: string;
  leadId: string;
  /** With microseconds, for paging. */
  soldAtExact: string;
  soldAt: Date;
  price: string | null;
  currency: string | null;
  returnedAt: Date | null;
  returnReason: string | null;
}

/** Days are `yyyy-mm-dd` in UTC, inclusive. */
export interface DeliveryPeriod {
  customer: string;
  from: string | undefined;
  to: string | undefined;
}

const IN_PERIOD = `organization_id = $1 AND customer_number = $2 AND counted
  AND ($3::date IS NULL OR sold_at >= ($3::date::timestamp AT TIME ZONE 'UTC'))
  AND ($4::date IS NULL OR sold_at < (($4::date + 1)::timestamp AT TIME ZONE 'UTC'))`;

function periodValues(tx: TenantTransaction, { customer, from, to }: DeliveryPeriod): unknown[] {
  return [tx.organizationId, customer, from ?? null, to ?? null];
}

export async function countDeliveries(tx: TenantTransaction, period: DeliveryPeriod): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM lead_sales WHERE ${IN_PERIOD}`,
    periodValues(tx, period),
  );
  return row?.total ?? 0;
}

/** Counts the deliveries whose leads lack a required consent; null if none is required. */
export async function countUnconsentedDeliveries(
  tx: TenantTransaction,
  period: DeliveryPeriod,
): Promise<number | null> {
  const required = await requiredConsents(tx);
  if (required.length === 0) return null;
  const states = Object.fromEntries(required.map((channel) => [channel, 'given']));
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT lead_id FROM lead_sales WHERE ${IN_PERIOD}) s
     JOIN leads l ON l.organization_id = $1 AND l.id = s.lead_id
     WHERE NOT coalesce(l.consent @> $5::jsonb, false)`,
    [...periodValues(tx, period), JSON.stringify(states)],
  );
  return row?.total ?? 0;
}

/** Newest first, after the sale `after`. */
export function nextDeliveries(
  tx: TenantTransaction,
  period: DeliveryPeriod,
  after: Pick<Delivery, 'soldAtExact' | 'id'> | undefined,
  limit: number,
): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `SELECT id, lead_id AS "leadId", sold_at::text AS "soldAtExact", sold_at AS "soldAt", price, currency,
       returned_at AS "returnedAt", return_reason AS "returnReason"
     FROM lead_sales WHERE ${IN_PERIOD}
       AND ($5::timestamptz IS NULL OR (sold_at, id) < ($5::timestamptz, $6::uuid))
     ORDER BY sold_at DESC, id DESC LIMIT $7`,
    [...periodValues(tx, period), after?.soldAtExact ?? null, after?.id ?? null, limit],
  );
}
