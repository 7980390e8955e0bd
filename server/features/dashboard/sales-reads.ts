import sql from 'sql-template-tag';
import type { Money } from '#contract/customers.ts';
import type { ComparedSales } from '#contract/dashboard.ts';
import { SALES_ROWS_MAX } from '#contract/dashboard.ts';
import { createdClause } from '../../lead/conditions/clause-reads.ts';
import type { StatRow } from '../../lead/stats/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { IS_UNDONE } from './activity-reads.ts';
import { type Days, endOf, type Period, startOf } from './period.ts';

/** `name` is empty for the total. */
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

const NAMES = { total: "''", source: "coalesce(source, '')", buyer: 'customer_number' } as const;

/** Most sales first. */
export async function salesBy(
  tx: TenantTransaction,
  by: keyof typeof NAMES,
  { before, from, to }: Period,
): Promise<SalesRow[]> {
  const rows = await tx.query<SumRow>(
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
    [tx.organizationId, new Date(startOf(before.from)), new Date(startOf(from)), new Date(endOf(to))],
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

/** By number; unnamed customers are missing. */
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

/** Duplicate rows of imports by source, without undone imports. */
export async function duplicatesBySource(
  tx: TenantTransaction,
  days: Days | null,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ source: string; duplicates: number }>(
    `SELECT source, sum(d.duplicates)::int8 AS duplicates
     FROM import_duplicates d JOIN imports i ON i.organization_id = d.organization_id AND i.id = d.import_id
     WHERE d.organization_id = $1 AND NOT ${IS_UNDONE}
       AND i.created_at >= coalesce($2::timestamptz, '-infinity') AND i.created_at < coalesce($3::timestamptz, 'infinity')
     GROUP BY source`,
    [tx.organizationId, days && new Date(startOf(days.from)), days && new Date(endOf(days.to))],
  );
  return new Map(rows.map(({ source, duplicates }) => [source, duplicates]));
}

/** Counts by source from the rows of these inclusive days. */
export function sourcesCreatedIn(tx: TenantTransaction, { from, to }: Days): Promise<StatRow[]> {
  const statement = sql`
    select coalesce(source, '') as value, count(*) as total, count(*) filter (where number_valid) as valid,
      count(*) filter (where lower(status) = 'qualified') as qualified
    from leads
    where organization_id = ${tx.organizationId} and deleted_at is null
      and ${createdClause({ operator: 'between', values: [from, to] })}
    group by 1 order by 2 desc, 1`;
  return tx.query(statement);
}
