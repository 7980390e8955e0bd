import type { Money } from '#contract/customers.ts';
import type { ActivityStep } from '#contract/dashboard.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Days, dayOf } from './period.ts';

/** Whether import `i` was undone. */
export const IS_UNDONE = `EXISTS (SELECT FROM import_undos u
  WHERE u.organization_id = i.organization_id AND u.id = i.id AND u.status = 'completed')`;

export interface ImportCounts {
  /** Excludes undone imports. */
  totalImports: number;
  undoneImports: number;
}

export async function countImports(tx: TenantTransaction): Promise<ImportCounts> {
  const [row] = await tx.query<ImportCounts>(
    `SELECT count(*) FILTER (WHERE NOT undone) AS "totalImports", count(*) FILTER (WHERE undone) AS "undoneImports"
     FROM (SELECT ${IS_UNDONE} AS undone FROM imports i WHERE i.organization_id = $1) AS counted`,
    [tx.organizationId],
  );
  return row ?? { totalImports: 0, undoneImports: 0 };
}

/** Excludes undone imports. */
export interface ImportsOfDay {
  /** `yyyy-mm-dd`, in UTC. */
  day: string;
  imports: number;
  imported: number;
  updated: number;
  duplicates: number;
}

export function importsOfDays(tx: TenantTransaction, { from, to }: Days): Promise<ImportsOfDay[]> {
  return tx.query<ImportsOfDay>(
    `SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS imports, sum(imported)::int8 AS imported,
       sum(updated)::int8 AS updated, sum(duplicates)::int8 AS duplicates
     FROM imports i
     WHERE organization_id = $1 AND created_at >= $2::date::timestamp AT TIME ZONE 'UTC'
       AND created_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AND NOT ${IS_UNDONE}
     GROUP BY 1`,
    [tx.organizationId, from, to],
  );
}

/** Counted on the day of sale. */
export interface SoldStep {
  /** May precede the range. */
  start: string;
  sold: number;
  returned: number;
  revenue: Money[];
}

/** Omits empty steps. */
export async function salesByStep(
  tx: TenantTransaction,
  { from, to }: Days,
  step: ActivityStep,
): Promise<SoldStep[]> {
  const rows = await tx.query<Omit<SoldStep, 'revenue'> & { currency: string | null; amount: string | null }>(
    `SELECT date_trunc($4, sold_at AT TIME ZONE 'UTC')::date AS start, currency, count(*) AS sold,
       count(returned_at) AS returned, sum(price) FILTER (WHERE returned_at IS NULL) AS amount
     FROM lead_sales
     WHERE organization_id = $1 AND counted AND sold_at >= $2::date::timestamp AT TIME ZONE 'UTC'
       AND sold_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [tx.organizationId, from, to, step],
  );
  return [...Map.groupBy(rows, ({ start }) => start)].map(([start, sums]) => ({
    start,
    sold: sums.reduce((all, { sold }) => all + sold, 0),
    returned: sums.reduce((all, { returned }) => all + returned, 0),
    revenue: sums.flatMap(({ currency, amount }): Money[] =>
      currency === null || amount === null ? [] : [{ currency, amount }],
    ),
  }));
}

/** Returns the earlier day of the first import that wasn't undone and the first sale. */
export async function firstImportOrSale(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ first: Date | null }>(
    `SELECT least(
       (SELECT min(created_at) FROM imports i WHERE organization_id = $1 AND NOT ${IS_UNDONE}),
       (SELECT min(sold_at) FROM lead_sales WHERE organization_id = $1 AND counted)) AS first`,
    [tx.organizationId],
  );
  return row?.first ? dayOf(row.first.getTime()) : null;
}
