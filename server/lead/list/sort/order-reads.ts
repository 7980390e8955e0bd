import sql, { join, raw, type Sql } from 'sql-template-tag';
import { lookUpByKey } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { Extra } from '../index/finder.ts';
import { bucketCount, comparable, isMixed, type SortKey } from './buckets.ts';
import type { Generation } from './order-writes.ts';
import { type SortField, sortFields } from './sort-fields.ts';

export interface KeyedLead {
  id: string;
  key: SortKey;
}

export interface Thresholds {
  made: string;
  /** Ascending, comparable. */
  thresholds: SortKey[];
}

/** Columns that a segment has for sorted pages. */
export interface Bucketed {
  /** Null until it is made. */
  buckets: Buffer | null;
  /** Since the segment was made. */
  changed: number[];
  /** In the order of `live`. */
  keys: SortKey[] | null;
}

/** By the generation in use; null if there is none yet. */
export async function readThresholds(tx: TenantTransaction, field: SortField): Promise<Thresholds | null> {
  const [row] = await tx.query<{ made: string; thresholds: string }>(
    `SELECT made, thresholds FROM lead_sort_thresholds WHERE organization_id = $1 AND field = $2
     ORDER BY is_current DESC, made LIMIT 1`,
    [tx.organizationId, field.name],
  );
  return row === undefined ? null : { made: row.made, thresholds: comparable(JSON.parse(row.thresholds)) };
}

/** The columns of `Bucketed`. */
export function bucketColumns(tx: TenantTransaction, field: SortField, { made }: Thresholds): Extra {
  const columns = sql`(
      select buckets from lead_sort_buckets o where o.organization_id = ${tx.organizationId} and o.field = ${field.name}
        and o.generation = ${made}::uuid and o.low = s.low and o.segment_made = s.made
    ) as buckets, to_json(case when logged is null then '{}' else positions_of(s.ids, logged) end) as changed`;
  return { columns, key: raw(field.key) };
}

export async function readKeys(
  tx: TenantTransaction,
  field: SortField,
  clauses: readonly Sql[],
): Promise<KeyedLead[]> {
  const key = raw(field.key);
  const reads = clauses.map((clause) => sql`select id, ${key} as key from leads where ${clause}`);
  const statement = join(reads, ' union all ');
  const rows = await lookUpByKey(tx, () => tx.query<KeyedLead>(statement));
  const keys = comparable(rows.map((row) => row.key));
  return rows.map(({ id }, nth) => ({ id, key: keys[nth] ?? null }));
}

/** By putting all matches in order. */
export async function readInOrder(
  tx: TenantTransaction,
  field: SortField,
  matching: Sql,
  { offset, limit, descending }: { offset: number; limit: number; descending: boolean },
): Promise<{ ids: string[]; total: number }> {
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`;
  const statement = sql`
    with matching as materialized (select id, ${raw(field.key)} as key from leads where ${matching})
    select (select count(*)::int from matching) as total,
      array(select id from matching order by key ${direction}, id desc limit ${limit} offset ${offset}) as ids`;
  const [row] = await tx.query<{ total: number; ids: string[] }>(statement);
  return row ?? { ids: [], total: 0 };
}

/** Leads in a bucket of different values after which thresholds are chosen again: a page may have to read them all. */
const MAX_BUCKET_LEADS = 4_096;

/** The next thing to do for the order of an organization's leads. */
export type OrderWork =
  | { do: 'choose'; fields: SortField[] }
  | { do: 'assign'; low: string; wanted: Generation[] }
  | { do: 'use'; fields: SortField[] }
  | { do: 'check'; generation: Generation };

/** Finds the next thing to do; null when leads are sorted as they should be. */
export async function findWork(tx: TenantTransaction): Promise<OrderWork | null> {
  const generations = await tx.query<
    Generation & { isCurrent: boolean; isChecked: boolean; hasSegments: boolean }
  >(
    `SELECT field, made, is_current AS "isCurrent", NOT EXISTS (
       SELECT FROM lead_sort_buckets b WHERE b.organization_id = $1 AND b.field = t.field AND b.generation = t.made
         AND b.made_at > t.checked_at
     ) AS "isChecked" FROM lead_sort_thresholds t WHERE organization_id = $1`,
    [tx.organizationId],
  );
  const [segments] = await tx.query('SELECT FROM lead_segments WHERE organization_id = $1 LIMIT 1', [
    tx.organizationId,
  ]);
  if (segments === undefined) return null;
  const fields = await sortFields(tx);
  const unknown = fields.filter(({ name }) => generations.every(({ field }) => field !== name));
  if (unknown.length > 0) return { do: 'choose', fields: unknown };
  const [missing] = await tx.query<{ low: string; wanted: Generation[] }>(
    `SELECT s.low, json_agg(json_build_object('field', t.field, 'made', t.made)) AS wanted
     FROM lead_segments s JOIN lead_sort_thresholds t ON t.organization_id = $1 AND t.field = ANY ($2::text[])
     WHERE s.organization_id = $1 AND NOT EXISTS (
       SELECT FROM lead_sort_buckets b WHERE b.organization_id = $1 AND b.field = t.field AND b.generation = t.made
         AND b.low = s.low AND b.segment_made = s.made
     )
     GROUP BY s.low ORDER BY s.low DESC LIMIT 1`,
    [tx.organizationId, fields.map(({ name }) => name)],
  );
  if (missing !== undefined) return { do: 'assign', ...missing };
  const isOutdated = generations.some(
    ({ field, isCurrent }) => !isCurrent || fields.every(({ name }) => name !== field),
  );
  if (isOutdated) return { do: 'use', fields };
  const unchecked = generations.find(({ isChecked }) => !isChecked);
  return unchecked === undefined ? null : { do: 'check', generation: unchecked };
}

/** Whether a bucket of different values holds too many leads. */
export async function isCrowded(tx: TenantTransaction, { field, made }: Generation): Promise<boolean> {
  const rows = await tx.query<{ thresholds: string; leads: number; buckets: Buffer }>(
    `SELECT t.thresholds, s.leads, b.buckets FROM lead_sort_buckets b
     JOIN lead_sort_thresholds t ON t.organization_id = $1 AND t.field = b.field AND t.made = b.generation
     JOIN lead_segments s ON s.organization_id = $1 AND s.low = b.low
     WHERE b.organization_id = $1 AND b.field = $2 AND b.generation = $3`,
    [tx.organizationId, field, made],
  );
  const thresholds: SortKey[] = JSON.parse(rows[0]?.thresholds ?? '[]');
  const counts = new Uint32Array(bucketCount(thresholds));
  for (const { leads, buckets } of rows) {
    const codes = new Uint16Array(new Uint8Array(buckets).buffer);
    const each = codes.length === leads ? 1 : leads;
    for (const code of codes) counts[code] = (counts[code] as number) + each;
  }
  return counts.some((leads, bucket) => isMixed(thresholds, bucket) && leads > MAX_BUCKET_LEADS);
}
