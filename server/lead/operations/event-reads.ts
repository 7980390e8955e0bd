import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ColumnChanges } from '../rows/lead-row.ts';
import { IS_AS_LEFT } from './undo-reads.ts';

/** With the version in which the lead is as they left it. */
export interface UndoneEvent {
  leadId: string;
  version: number;
  changes: ColumnChanges;
}

/** OFFSET 0 as in `eventJoin`. */
export function eventsOfOperation(
  tx: TenantTransaction,
  operationId: string,
  ids: readonly string[],
): Promise<UndoneEvent[]> {
  return tx.query<UndoneEvent>(
    `SELECT e.lead_id AS "leadId", CASE WHEN ${IS_AS_LEFT} THEN b.version ELSE e.version END AS version, e.changes
     FROM lead_events e CROSS JOIN LATERAL (
       SELECT * FROM leads WHERE organization_id = $1 AND id = e.lead_id OFFSET 0
     ) b
     WHERE e.organization_id = $1 AND e.operation_id = $2 AND e.lead_id = ANY($3::uuid[])`,
    [tx.organizationId, operationId, ids],
  );
}

/**
 * JOIN, as `e`, of the event that an operation recorded for each lead of a batch. OFFSET 0: by its key, not the whole operation.
 * @param operation SQL of the operation's id
 * @param batch alias of the rows whose column `id` names the leads
 */
export function eventJoin(operation: string, batch: string): string {
  return `CROSS JOIN LATERAL (
    SELECT * FROM lead_events o WHERE o.organization_id = $1 AND o.operation_id = ${operation} AND o.lead_id = ${batch}.id OFFSET 0
  ) e`;
}
