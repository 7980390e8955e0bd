import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** Reading fewer costs less than rewriting rows. */
const ENTRIES_LEFT = 8;

/** Key of the lock that admits one server at a time. */
const COMPACTION = "hashtextextended('lead_stats:' || $1, 0)";

/** Merges the entries of values that have at least `least`. Readers sum entries and writers append, so counts stay and no one waits. */
export async function compactCounts(tx: TenantTransaction, least = ENTRIES_LEFT): Promise<void> {
  const [lock] = await tx.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${COMPACTION}) AS held`,
    [tx.organizationId],
  );
  if (lock?.held !== true) return;
  await tx.query(
    `WITH many AS (
       SELECT dimension, value FROM lead_stats WHERE organization_id = $1
       GROUP BY dimension, value HAVING count(*) >= $3
     ), gone AS (
       DELETE FROM lead_stats s USING many m
       WHERE s.organization_id = $1 AND s.dimension = m.dimension AND s.value = m.value
       RETURNING s.dimension, s.value, s.total, s.valid, s.qualified
     )
     INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
     SELECT $1, $2, dimension, value, sum(total), sum(valid), sum(qualified) FROM gone
     GROUP BY dimension, value
     HAVING sum(total) <> 0 OR sum(valid) <> 0 OR sum(qualified) <> 0 ${INSERTED}`,
    [tx.organizationId, newId(), least],
  );
}

/** Removes the values that no lead has any more, which may name a person. Waits for a compaction under way. */
export async function removeEmptyCounts(
  tx: Pick<TenantTransaction, 'query' | 'organizationId'>,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${COMPACTION})`, [tx.organizationId]);
  await tx.query(
    `DELETE FROM lead_stats s USING (
       SELECT dimension, value FROM lead_stats WHERE organization_id = $1
       GROUP BY dimension, value HAVING sum(total) = 0 AND sum(valid) = 0 AND sum(qualified) = 0
     ) AS empty
     WHERE s.organization_id = $1 AND s.dimension = empty.dimension AND s.value = empty.value`,
    [tx.organizationId],
  );
}
