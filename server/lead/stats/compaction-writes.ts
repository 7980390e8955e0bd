import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';

/** A value with fewer entries is left as it is: folding rewrites rows, and a handful costs a reader nothing. */
export const ENTRIES_LEFT = 8;

/**
 * Makes one entry of the entries of each value that has `least` or more. Readers sum, so every count is the same
 * before, meanwhile and after; writers add entries of their own and wait for nothing. Does nothing while another
 * server folds the same organization.
 */
export async function compactCounts(tx: TenantTransaction, least = ENTRIES_LEFT): Promise<void> {
  if (!(await takeCompactionLock(tx, 'lead_stats'))) return;
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
     HAVING sum(total) <> 0 OR sum(valid) <> 0 OR sum(qualified) <> 0`,
    [tx.organizationId, newId(), least],
  );
}

/** Takes the turn to fold a table's entries of the organization, until the transaction ends; false while another has it. */
async function takeCompactionLock(
  tx: TenantTransaction,
  table: 'lead_stats' | 'lead_segments',
): Promise<boolean> {
  const [lock] = await tx.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held',
    [`${table}:${tx.organizationId}`],
  );
  return lock?.held === true;
}
