import { eventChanges, eventColumns } from '../../../lead/operations/event-changes.ts';
import { eventJoin } from '../../../lead/operations/event-reads.ts';
import type { BulkWork } from '../../../lead/operations/operation.ts';
import { changeLeads } from '../../../lead/store/store.ts';
import { INSERTED } from '../../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';

/** Restores a status of locked leads from the undone update's events. */
export async function restoreStatuses(
  tx: TenantTransaction,
  work: Pick<BulkWork, 'id' | 'undoes' | 'createdBy' | 'createdByName'>,
  column: 'hlr' | 'whatsapp',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const was = (name: string): string => `e.changes -> '${name}' ->> 0`;
  const columns = [column, `${column}_checked_at`, `${column}_source`];
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id)',
      joins: eventJoin('$4', 'p'),
      set: [
        `${column} = CASE WHEN e.changes ? '${column}' THEN ${was(column)} ELSE l.${column} END`,
        `${column}_checked_at = (SELECT (${was(`${column}_checked_at`)})::timestamptz)`,
        `${column}_source = ${was(`${column}_source`)}`,
      ],
      returning: ['p.event_id', ...eventColumns(columns)],
      result: `INSERT INTO lead_events
          (organization_id, lead_id, id, kind, changes, operation_id, actor_id, actor_name, version)
        SELECT $1, id, event_id, 'undo', ${eventChanges(columns)}, $5::uuid, $6::uuid, $7, version FROM changed ${INSERTED}`,
    },
    [
      tx.organizationId,
      ids,
      ids.map(() => newId()),
      work.undoes,
      work.id,
      work.createdBy,
      work.createdByName,
    ],
  );
}
