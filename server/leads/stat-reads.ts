import type { TenantTransaction } from '../security/scope.ts';
import { amountBand, nextBand } from './amount-band.ts';
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

/** How many leads have a deposit date within the days given, both inclusive. */
export async function totalBetween(tx: TenantTransaction, from: string, to: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT coalesce(sum(total), 0)::int8 AS total FROM lead_stats
     WHERE organization_id = $1 AND dimension = 'deposit_date' AND value <> '' AND value BETWEEN $2 AND $3`,
    [tx.organizationId, from, to],
  );
  return row?.total ?? 0;
}

/** How many leads have an amount from `from` to `to`, both inclusive: whole bands, and the rows of the bands at the ends. */
export async function totalOfAmounts(
  tx: TenantTransaction,
  { from, to }: { from: string; to: string | null },
): Promise<number> {
  const low = amountBand(from);
  // The first band that is counted whole, and the one that ends the counting.
  const first = Number(low) === Number(from) ? low : nextBand(from);
  const last = to === null ? 'Infinity' : amountBand(to);
  const bands = `(SELECT coalesce(sum(total), 0) FROM lead_stats
     WHERE organization_id = $1 AND dimension = 'amount' AND nullif(value, '')::numeric >= $3::numeric
       AND nullif(value, '')::numeric < $4::numeric)`;
  const rows = (clause: string): string => `(SELECT count(*) FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND ${clause})`;
  const parts =
    Number(last) < Number(first)
      ? [rows('deposit_amount >= $2::numeric AND deposit_amount <= $5::numeric')]
      : [
          bands,
          ...(first === low ? [] : [rows('deposit_amount >= $2::numeric AND deposit_amount < $3::numeric')]),
          ...(to === null ? [] : [rows('deposit_amount >= $4::numeric AND deposit_amount <= $5::numeric')]),
        ];
  const [row] = await tx.query<{ total: number }>(
    // Named here too, since not every count has a use for all of them.
    `WITH asked AS (SELECT $2::numeric, $3::numeric, $4::numeric, $5::numeric)
     SELECT (${parts.join(' + ')})::int8 AS total`,
    [tx.organizationId, from, first, last, to],
  );
  return row?.total ?? 0;
}
