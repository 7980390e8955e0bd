import type { Customer, CustomerSale, CustomerSort } from '#contract/customers.ts';
import { IS_LATE } from '../../lead/sales/return-window-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { DeliveryPeriod } from './delivery-reads.ts';

export interface CustomerPage {
  /** Folded substring of number or name. */
  search: string;
  sort: CustomerSort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

type Row = Omit<Customer, 'lastSaleAt'> & { lastSaleAt: Date | null };

/** `$1` is the organization, `matches` a condition on the column of the number. */
function totals(matches: (column: string) => string): string {
  return `sums AS (
      SELECT customer_number, currency, count(*) AS sold, count(returned_at) AS returned, max(sold_at) AS last_sale_at,
        sum(price) FILTER (WHERE returned_at IS NULL) AS revenue
      FROM lead_sales WHERE organization_id = $1 AND counted AND ${matches('customer_number')}
      GROUP BY customer_number, currency
    ),
    main AS (
      SELECT currency FROM sums WHERE currency IS NOT NULL GROUP BY currency ORDER BY sum(sold) DESC, currency LIMIT 1
    ),
    sales AS (
      SELECT customer_number AS number, sum(sold)::int8 AS sold, sum(returned)::int8 AS returned,
        max(last_sale_at) AS last_sale_at,
        coalesce(
          jsonb_agg(jsonb_build_object('currency', currency, 'amount', revenue::text) ORDER BY currency)
            FILTER (WHERE revenue IS NOT NULL),
          '[]') AS revenue,
        sum(revenue) FILTER (WHERE currency = (SELECT currency FROM main)) AS main_revenue
      FROM sums GROUP BY customer_number
    ),
    totals AS (
      SELECT k.number, coalesce(sold, 0) AS sold, coalesce(returned, 0) AS returned, last_sale_at,
        coalesce(revenue, '[]') AS revenue, main_revenue
      FROM (
        SELECT number FROM sales
        UNION SELECT number FROM customers WHERE organization_id = $1 AND ${matches('number')}
      ) k LEFT JOIN sales ON sales.number = k.number
    )`;
}

/** From the totals `t` and the settings `c`. */
const CUSTOMER = `t.number, c.name, t.sold, t.returned, t.revenue, t.last_sale_at AS "lastSaleAt",
  c.contact, c.email, c.phone, c.notes, c.return_days AS "returnDays", c.column_set_id AS "columnSetId", terms.price, terms.currency`;

/** JOINs the settings and the next sale's default price. */
function settings(number: string): string {
  return `LEFT JOIN customers c ON c.organization_id = $1 AND c.number = ${number}
    LEFT JOIN LATERAL (
      SELECT c.price, c.currency WHERE c.price IS NOT NULL
      UNION ALL (
        SELECT s.price, s.currency FROM lead_sales s
        WHERE c.price IS NULL AND s.organization_id = $1 AND s.customer_number = ${number} AND s.counted
          AND s.price IS NOT NULL
        ORDER BY s.sold_at DESC, s.id DESC LIMIT 1
      )
    ) terms ON true`;
}

const ORDER: Record<CustomerSort, string> = {
  number: 'lower(number)',
  name: 'folded_name',
  sold: 'sold',
  returned: 'returned::numeric / nullif(sold, 0)',
  revenue: 'main_revenue',
  lastSaleAt: 'last_sale_at',
};

/** Returns a page of matching customers and their total. */
export async function findCustomers(
  tx: TenantTransaction,
  { search, sort, order, limit, offset }: CustomerPage,
): Promise<{ customers: Customer[]; total: number }> {
  const rows = await tx.query<{ total: number; number: string | null }>(
    `WITH ${totals(() => 'true')},
     matched AS (
       SELECT t.*, c.folded_name FROM totals t
       LEFT JOIN customers c ON c.organization_id = $1 AND c.number = t.number
       WHERE position($2 IN sort_text(t.number)) > 0 OR position($2 IN c.folded_name) > 0
     ),
     page AS (
       SELECT *, row_number() OVER (ORDER BY ${ORDER[sort]} ${order} NULLS LAST, number) AS place FROM matched
       ORDER BY place LIMIT $3 OFFSET $4
     )
     SELECT (SELECT count(*) FROM matched) AS total, ${CUSTOMER}
     FROM (VALUES (1)) AS always LEFT JOIN page t ON true ${settings('t.number')}
     ORDER BY t.place`,
    [tx.organizationId, search, limit, offset],
  );
  const customers = rows.filter(({ number }) => number !== null) as unknown as (Row & { total: number })[];
  return { customers: customers.map(toCustomer), total: rows[0]?.total ?? 0 };
}

/** Returns null for a number without record and sales. */
export async function findCustomer(tx: TenantTransaction, number: string): Promise<Customer | null> {
  const [row] = await tx.query<Row>(
    `WITH ${totals((column) => `${column} = $2`)} SELECT ${CUSTOMER} FROM totals t ${settings('t.number')}`,
    [tx.organizationId, number],
  );
  return row === undefined ? null : toCustomer(row);
}

function toCustomer({ lastSaleAt, ...row }: Row): Customer {
  return { ...row, lastSaleAt: lastSaleAt?.toISOString() ?? null };
}

type Terms = Pick<Customer, 'name' | 'price' | 'currency'> & { columns: string[] | null };

/** Returns the name, the next sale's default price, and the columns of deliveries. */
export async function findTerms(tx: TenantTransaction, number: string): Promise<Terms> {
  const [row] = await tx.query<Terms>(
    `SELECT c.name, terms.price, terms.currency, cs.columns
     FROM (VALUES ($2)) AS wanted (number) ${settings('wanted.number')}
       LEFT JOIN column_sets cs ON cs.organization_id = $1 AND cs.id = c.column_set_id`,
    [tx.organizationId, number],
  );
  return row ?? { name: null, price: null, currency: null, columns: null };
}

export interface SalesPage {
  customer: string;
  returned: 'all' | 'true' | 'false';
  limit: number;
  offset: number;
}

type SaleRow = Omit<CustomerSale, 'soldAt' | 'returnedAt'> & { soldAt: Date; returnedAt: Date | null };

const RETURNED = { all: 'true', true: 's.returned_at IS NOT NULL', false: 's.returned_at IS NULL' } as const;

/** Newest first, with the total. */
export async function findSales(
  tx: TenantTransaction,
  { customer, returned, limit, offset }: SalesPage,
): Promise<{ sales: CustomerSale[]; total: number }> {
  const from = `FROM lead_sales s WHERE s.organization_id = $1 AND s.customer_number = $2 AND s.counted
    AND ${RETURNED[returned]}`;
  const rows = await tx.query<SaleRow>(
    `SELECT s.id, s.lead_id AS "leadId", s.source, s.price, s.currency, s.sold_at AS "soldAt",
       s.sold_by_name AS "soldBy", s.returned_at AS "returnedAt", s.returned_by_name AS "returnedBy",
       s.return_reason AS "returnReason", l.deleted_at IS NOT NULL AS "inBin",
       coalesce(nullif(btrim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email, l.phone) AS lead,
       ${IS_LATE} AS late
     FROM (SELECT * ${from} ORDER BY s.sold_at DESC, s.id DESC LIMIT $3 OFFSET $4) s
     LEFT JOIN leads l ON l.organization_id = $1 AND l.id = s.lead_id
     LEFT JOIN customers c ON c.organization_id = $1 AND c.number = $2
     ORDER BY s.sold_at DESC, s.id DESC`,
    [tx.organizationId, customer, limit, offset],
  );
  const [all] = await tx.query<{ total: number }>(`SELECT count(*) AS total ${from}`, [
    tx.organizationId,
    customer,
  ]);
  const sales = rows.map((sale) => ({
    ...sale,
    soldAt: sale.soldAt.toISOString(),
    returnedAt: sale.returnedAt?.toISOString() ?? null,
  }));
  return { sales, total: all?.total ?? 0 };
}

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
