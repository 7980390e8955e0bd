import type { Money } from '#contract/customers.ts';
import type { ComparedSales } from '#contract/dashboard.ts';
import { SALES_ROWS_MAX } from '#contract/dashboard.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A period and the one before it: from `before`, from `from` and up to but excluding `until`, in UTC. */
export interface SalesPeriods {
  before: Date;
  from: Date;
  until: Date;
}

/** Compared figures of a source or customer; the name is empty for the total. */
export interface SalesRow extends ComparedSales {
  name: string;
}

interface SumRow {
  name: string;
  currency: string | null;
  inPeriod: boolean;
  sold: number;
  returned: number;
  revenue: string | null;
}

/** Values that sales are broken down by. */
const NAMES = { total: "''", source: "coalesce(source, '')", buyer: 'customer_number' } as const;

/** Returns the figures of both periods, those with the most sales first. */
export async function salesBy(
  tx: TenantTransaction,
  by: keyof typeof NAMES,
  { before, from, until }: SalesPeriods,
): Promise<SalesRow[]> {
  const rows = await tx.query<SumRow & { name: string }>(
    `WITH sums AS (
       SELECT ${NAMES[by]} AS name, currency, sold_at >= $3 AS in_period, count(*) AS sold,
         count(returned_at) AS returned, sum(price) FILTER (WHERE returned_at IS NULL) AS revenue
       FROM lead_sales WHERE organization_id = $1 AND counted AND sold_at >= $2 AND sold_at < $4 GROUP BY 1, 2, 3
     ),
     ranked AS (
       SELECT name, row_number() OVER (
         ORDER BY coalesce(sum(sold) FILTER (WHERE in_period), 0) DESC, sum(sold) DESC, name) AS place
       FROM sums GROUP BY name
     )
     SELECT name, currency, in_period AS "inPeriod", sold, returned, revenue
     FROM sums JOIN ranked USING (name) WHERE place <= ${SALES_ROWS_MAX} ORDER BY place, currency`,
    [tx.organizationId, before, from, until],
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, sums]) => ({
    name,
    now: figuresOf(sums.filter(({ inPeriod }) => inPeriod)),
    before: figuresOf(sums.filter(({ inPeriod }) => !inPeriod)),
  }));
}

function figuresOf(sums: readonly SumRow[]): ComparedSales['now'] {
  return {
    sold: sums.reduce((all, { sold }) => all + sold, 0),
    returned: sums.reduce((all, { returned }) => all + returned, 0),
    revenue: sums.flatMap(({ currency, revenue }): Money[] =>
      currency === null || revenue === null ? [] : [{ currency, amount: revenue }],
    ),
  };
}

/** Returns the names of customers, by number; those without a name are missing. */
export async function namesOfCustomers(
  tx: TenantTransaction,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ number: string; name: string }>(
    `SELECT number, name FROM customers WHERE organization_id = $1 AND number = ANY($2::text[]) AND name IS NOT NULL`,
    [tx.organizationId, numbers],
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
}

/** Returns how many rows of imports were duplicates, by source; undone imports are left out. */
export async function duplicatesBySource(tx: TenantTransaction): Promise<Map<string, number>> {
  const rows = await tx.query<{ source: string; duplicates: number }>(
    `SELECT source, sum(duplicates)::int8 AS duplicates FROM import_duplicates d
     WHERE organization_id = $1 AND NOT EXISTS (
       SELECT FROM import_undos u
       WHERE u.organization_id = d.organization_id AND u.id = d.import_id AND u.status = 'completed')
     GROUP BY source`,
    [tx.organizationId],
  );
  return new Map(rows.map(({ source, duplicates }) => [source, duplicates]));
}
