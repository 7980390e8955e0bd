/**
 * The JOIN, as `e`, of the event that an operation recorded for each lead of a batch. OFFSET 0 keeps the planner, which knows
 * nothing yet of an operation that has just ended, from reading the whole operation for each lead or the batch for each event.
 * @param operation SQL of the operation's id
 * @param batch alias of the rows whose column `id` names the leads
 */
export function eventJoin(operation: string, batch: string): string {
  return `CROSS JOIN LATERAL (
    SELECT * FROM lead_events o WHERE o.organization_id = $1 AND o.operation_id = ${operation} AND o.lead_id = ${batch}.id OFFSET 0
  ) e`;
}
