import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Days, endOf, startOf } from './period.ts';

/** Sums of a source, buyer and currency. */
export interface OutcomeSums {
  source: string;
  customer: string;
  /** Empty for sales without a price. */
  currency: string;
  sold: number;
  delivered: number;
  accepted: number;
  rejected: number;
  returned: number;
  converted: number;
  /** Decimals with two places; null if there is nothing. */
  revenue: string | null;
  buyerRevenue: string | null;
}

export interface RejectionSums {
  source: string;
  customer: string;
  reason: string;
  leads: number;
}

/**
 * The sales of a period with what became of them; `$4` is a customer or null. Sales that were undone are left out, and so is the
 * copy that stays with a merged lead.
 */
const SALES = `sales AS (
    SELECT s.lead_id, coalesce(s.source, '') AS source, s.customer_number AS customer, coalesce(s.currency, '') AS currency, s.price, s.counted,
      s.returned_at IS NOT NULL AS has_ended, d.state, d.reason, a.sale_id IS NOT NULL AS was_accepted, c.sale_id IS NOT NULL AS has_converted,
      c.revenue, coalesce(d.state IN ('rejected', 'duplicate'), false) AS was_rejected
    FROM lead_sales s
    LEFT JOIN deliveries d ON d.organization_id = $1 AND d.sale_id = s.id AND (s.counted OR d.lead_id = s.lead_id)
    LEFT JOIN (SELECT DISTINCT sale_id FROM sale_outcomes WHERE organization_id = $1 AND outcome = 'accepted') a ON a.sale_id = s.id
    LEFT JOIN (
      SELECT DISTINCT ON (sale_id) sale_id, revenue FROM sale_outcomes
      WHERE organization_id = $1 AND outcome = 'converted' ORDER BY sale_id, id DESC
    ) c ON c.sale_id = s.id
    WHERE s.organization_id = $1 AND s.sold_at >= $2 AND s.sold_at < $3 AND ($4::text IS NULL OR s.customer_number = $4)
      AND (s.counted OR coalesce(d.state IN ('rejected', 'duplicate'), false))
  )`;

export function outcomeSums(
  tx: TenantTransaction,
  days: Days,
  customer: string | null,
): Promise<OutcomeSums[]> {
  return tx.query<OutcomeSums>(
    `WITH ${SALES}
     SELECT source, customer, currency, count(*) AS sold,
       count(*) FILTER (WHERE state IS NULL OR state IN ('accepted', 'rejected', 'duplicate')) AS delivered,
       count(*) FILTER (WHERE counted AND (state = 'accepted' OR (state IS NULL AND (was_accepted OR has_converted)))) AS accepted,
       count(*) FILTER (WHERE was_rejected) AS rejected,
       count(*) FILTER (WHERE counted AND has_ended) AS returned,
       count(*) FILTER (WHERE has_converted) AS converted,
       sum(price) FILTER (WHERE counted AND NOT has_ended)::text AS revenue, sum(revenue)::text AS "buyerRevenue"
     FROM sales GROUP BY source, customer, currency ORDER BY source, customer, currency`,
    valuesOf(tx, days, customer),
  );
}

/** Leads that weren't rejected, each once; `customer` is null for all of a source. */
export interface PaidLeads {
  source: string;
  customer: string | null;
  leads: number;
}

export function paidLeads(tx: TenantTransaction, days: Days, customer: string | null): Promise<PaidLeads[]> {
  return tx.query<PaidLeads>(
    `WITH ${SALES}
     SELECT source, customer, count(DISTINCT lead_id) AS leads FROM sales WHERE NOT was_rejected
     GROUP BY GROUPING SETS ((source, customer), (source))`,
    valuesOf(tx, days, customer),
  );
}

/** By the buyer's reason, which is empty without one. */
export function rejectionSums(
  tx: TenantTransaction,
  days: Days,
  customer: string | null,
): Promise<RejectionSums[]> {
  return tx.query<RejectionSums>(
    `WITH ${SALES}
     SELECT source, customer, CASE WHEN state = 'duplicate' THEN coalesce(reason, 'Duplicate') ELSE coalesce(reason, '') END AS reason,
       count(*) AS leads
     FROM sales WHERE was_rejected GROUP BY 1, 2, 3 ORDER BY 4 DESC, 3`,
    valuesOf(tx, days, customer),
  );
}

function valuesOf(tx: TenantTransaction, { from, to }: Days, customer: string | null): unknown[] {
  return [tx.organizationId, new Date(startOf(from)), new Date(endOf(to)), customer];
}
