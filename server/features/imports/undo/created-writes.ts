import { COUNTED_OF_CHANGED, countsOfChanged } from '../../../lead/stats/stat-set-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { UndoWork } from './work.ts';

/**
 * Puts leads that this transaction has locked into the bin, where they stay for 30 days: rows, events and counts in one
 * statement.
 */
export async function binCreated(
  tx: TenantTransaction,
  work: UndoWork,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `WITH changed AS (
       UPDATE leads l SET deleted_at = now(), version = l.version + 1, updated_at = now()
       FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id) JOIN leads b ON b.organization_id = $1 AND b.id = p.id
       WHERE l.organization_id = $1 AND l.id = p.id
       RETURNING l.id, l.version, p.event_id, ${COUNTED_OF_CHANGED}
     ),
     told AS (
       INSERT INTO lead_events (organization_id, lead_id, id, kind, operation_id, actor_id, actor_name, version, detail)
       SELECT $1, id, event_id, 'undo', $4::uuid, $5::uuid, $6, version, $7 FROM changed
     )
     ${countsOfChanged('$8')}`,
    [
      tx.organizationId,
      ids,
      ids.map(() => newId()),
      work.importId,
      work.createdBy,
      work.createdByName,
      work.filename,
      newId(),
    ],
  );
}
