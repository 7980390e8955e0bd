import type pg from 'pg';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { foldText } from '../values/fold-text.ts';
import type { StatDimension } from './stat-writes.ts';

/** Number of leads outside the trash that have a value. */
export interface StatRow {
  /** Empty for leads without a value. */
  value: string;
  total: number;
  valid: number;
  qualified: number;
}

/** Counts of values in use, highest first. */
export function statsOf(tx: TenantTransaction, dimension: StatDimension): Promise<StatRow[]> {
  return tx.query<StatRow>(
    `SELECT value, sum(total)::int8 AS total, sum(valid)::int8 AS valid, sum(qualified)::int8 AS qualified
     FROM lead_stats WHERE organization_id = $1 AND dimension = $2
     GROUP BY value HAVING sum(total) > 0 ORDER BY sum(total) DESC, value`,
    [tx.organizationId, dimension],
  );
}

/** Number of leads outside the trash that were created on a day. */
export interface DayCount {
  /** `yyyy-mm-dd`, in UTC. */
  day: string;
  leads: number;
}

/** Counts of leads outside the trash, oldest first. */
export function createdByDay(tx: TenantTransaction): Promise<DayCount[]> {
  return tx.query<DayCount>(
    `SELECT value AS day, sum(total)::int8 AS leads FROM lead_stats
     WHERE organization_id = $1 AND dimension = 'created' GROUP BY value HAVING sum(total) > 0 ORDER BY value`,
    [tx.organizationId],
  );
}

/** Spellings that leads have and `foldText` makes equal. */
export async function spellingsOf(
  tx: TenantTransaction,
  dimension: StatDimension,
  values: readonly string[],
): Promise<string[]> {
  const folded = values.map(foldText);
  // PostgreSQL folds printable ASCII alone; all other values are compared here.
  const rows = await tx.query<{ value: string }>(
    `SELECT DISTINCT value FROM lead_stats
     WHERE organization_id = $1 AND dimension = $2 AND value <> ''
       AND (lower(value COLLATE "C") = ANY($3::text[]) OR value ~ '[^ -~]')`,
    [tx.organizationId, dimension, folded],
  );
  return rows.map((row) => row.value).filter((value) => folded.includes(foldText(value)));
}

/** Returns the values that leads have whose folded form `isLike`. */
export async function valuesLike(
  tx: TenantTransaction,
  dimension: StatDimension,
  isLike: (folded: string) => boolean,
): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    "SELECT DISTINCT value FROM lead_stats WHERE organization_id = $1 AND dimension = $2 AND value <> ''",
    [tx.organizationId, dimension],
  );
  return rows.map((row) => row.value).filter((value) => isLike(foldText(value)));
}

/** Counts a lead once only in dimensions other than tags. */
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

/** Returns the organizations that have leads, or had some. */
export async function organizationsWithLeads(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('SELECT DISTINCT organization_id AS id FROM lead_stats');
  return rows.map(({ id }) => id);
}
