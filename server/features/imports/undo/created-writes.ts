import { countedOfChanged, countsOfChanged } from '../../../lead/stats/stat-set-writes.ts';
import { changeLeads } from '../../../lead/store/store.ts';
import { INSERTED } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { UndoWork } from './work.ts';

/** Moves locked leads to the trash: rows, events and counts in one statement. */
export async function trashCreated(
  tx: TenantTransaction,
  work: UndoWork,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id)',
      set: ['deleted_at = now()'],
      returning: ['p.event_id', countedOfChanged()],
      also: [
        `recorded AS (
          INSERT INTO lead_events (organization_id, lead_id, id, kind, operation_id, actor_id, actor_name, version, detail)
          SELECT $1, id, event_id, 'undo', $4::uuid, $5::uuid, $6, version, $7 FROM changed ${INSERTED}
        )`,
      ],
      result: countsOfChanged('$8'),
    },
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
