import { eventJoin } from '../../../lead/operations/event-reads.ts';
import type { BulkWork } from '../../../lead/operations/operation.ts';
import { IS_AS_LEFT } from '../../../lead/operations/undo-reads.ts';
import type { ColumnChanges } from '../../../lead/rows/lead-row.ts';
import { changeLeads } from '../../../lead/store/store.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';

/** An operation's changes to a lead, with the version in which the lead is as they left it. */
export interface UndoneEvent {
  leadId: string;
  version: number;
  changes: ColumnChanges;
}

/** Returns the events that an operation recorded for these leads. */
export function eventsOfOperation(
  tx: TenantTransaction,
  operationId: string,
  ids: readonly string[],
): Promise<UndoneEvent[]> {
  return tx.query<UndoneEvent & { version: number }>(
    `SELECT e.lead_id AS "leadId", CASE WHEN ${IS_AS_LEFT} THEN b.version ELSE e.version END AS version, e.changes
     FROM lead_events e JOIN leads b ON b.organization_id = $1 AND b.id = e.lead_id
     WHERE e.organization_id = $1 AND e.operation_id = $2 AND e.lead_id = ANY($3::uuid[])`,
    [tx.organizationId, operationId, ids],
  );
}

/** Restores a status of leads, which the transaction has locked, from the events of the undone status update. */
export async function restoreStatuses(
  tx: TenantTransaction,
  work: Pick<BulkWork, 'id' | 'undoes' | 'createdBy' | 'createdByName'>,
  column: 'hlr' | 'whatsapp',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const was = (name: string): string => `e.changes -> '${name}' ->> 0`;
  const both = (name: string): string => `'${name}', jsonb_build_array(b.${name}, l.${name})`;
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id)',
      joins: eventJoin('$4', 'p'),
      set: [
        `${column} = CASE WHEN e.changes ? '${column}' THEN ${was(column)} ELSE l.${column} END`,
        `${column}_checked_at = (${was(`${column}_checked_at`)})::timestamptz`,
        `${column}_source = ${was(`${column}_source`)}`,
      ],
      returning: [
        'p.event_id',
        `jsonb_build_object(${both(column)}, ${both(`${column}_checked_at`)}, ${both(`${column}_source`)}) AS changes`,
      ],
      result: `INSERT INTO lead_events
          (organization_id, lead_id, id, kind, changes, operation_id, actor_id, actor_name, version)
        SELECT $1, id, event_id, 'undo', changes, $5::uuid, $6::uuid, $7, version FROM changed`,
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
