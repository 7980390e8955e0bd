import sql, { join, raw, type Sql } from 'sql-template-tag';
import { lookUpByKey } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Extra } from '../index/finder.ts';
import { comparable, type SortKey } from './buckets.ts';
import type { SortField } from './sort-fields.ts';

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
  /** Null where it has yet to be made. */
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
