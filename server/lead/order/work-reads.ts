import type { TenantTransaction } from '../../platform/db/scope.ts';
import { bucketCount, isMixed, type SortKey } from './buckets.ts';
import type { Generation } from './order-writes.ts';
import { type SortField, sortFields } from './sort-fields.ts';

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
