import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { StatDimension } from './stat-writes.ts';

/** How many leads outside the bin have a value. */
export interface StatRow {
  /** '' where leads have none. */
  value: string;
  total: number;
  valid: number;
  qualified: number;
}

/** The counts of every value of a dimension that any lead has, most first. */
export function statsOf(tx: TenantTransaction, dimension: StatDimension): Promise<StatRow[]> {
  return tx.query<StatRow & { value: string }>(
    `SELECT value, sum(total)::int8 AS total, sum(valid)::int8 AS valid, sum(qualified)::int8 AS qualified
     FROM lead_stats WHERE organization_id = $1 AND dimension = $2
     GROUP BY value HAVING sum(total) > 0 ORDER BY sum(total) DESC, value`,
    [tx.organizationId, dimension],
  );
}

/** The spellings of a value that leads have, whatever the case of `value`. */
export async function spellingsOf(
  tx: TenantTransaction,
  dimension: StatDimension,
  values: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `SELECT DISTINCT value FROM lead_stats
     WHERE organization_id = $1 AND dimension = $2 AND lower(value) = ANY($3::text[]) AND value <> ''`,
    [tx.organizationId, dimension, values.map((value) => value.toLowerCase())],
  );
  return rows.map((row) => row.value);
}

/** How many leads have any of these values; the values of a dimension other than tags exclude each other. */
export async function totalOf(
  tx: TenantTransaction,
  dimension: StatDimension,
  values: readonly string[],
): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT coalesce(sum(total), 0)::int8 AS total FROM lead_stats
     WHERE organization_id = $1 AND dimension = $2 AND value = ANY($3::text[])`,
    [tx.organizationId, dimension, values],
  );
  return row?.total ?? 0;
}
