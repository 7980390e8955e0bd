import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { daySql } from './stat-writes.ts';

/**
 * Corrects the counts by day of creation where a server of a version that doesn't know them has written leads: one that still
 * ran while another was upgraded. One statement sees leads and counts at the same moment, so other writers don't matter.
 */
export async function correctDays(tx: TenantTransaction): Promise<void> {
  const [sums] = await tx.query<{ differ: boolean }>(
    `SELECT coalesce(sum(total) FILTER (WHERE dimension = 'all'), 0)
       <> coalesce(sum(total) FILTER (WHERE dimension = 'created'), 0) AS differ
     FROM lead_stats WHERE organization_id = $1 AND dimension IN ('all', 'created')`,
    [tx.organizationId],
  );
  if (sums?.differ !== true) return;
  await tx.query(
    insertSelected(`INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
     SELECT $1, $2, 'created', day, coalesce(l.leads, 0) - coalesce(c.counted, 0), 0, 0
     FROM (
       SELECT ${daySql('created_at')} AS day, count(*) AS leads FROM leads
       WHERE organization_id = $1 AND deleted_at IS NULL GROUP BY 1
     ) l
     FULL JOIN (
       SELECT value AS day, sum(total) AS counted FROM lead_stats
       WHERE organization_id = $1 AND dimension = 'created' GROUP BY 1
     ) c USING (day)
     WHERE coalesce(l.leads, 0) <> coalesce(c.counted, 0)`),
    [tx.organizationId, newId()],
  );
}
