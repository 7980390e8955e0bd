import { announceLeads } from '../../lead/change/announce-leads.ts';
import type {
  OutcomeCounts,
  RowOutcome,
  RowResult,
  StatusUpdateRow,
  StatusUpdateWork,
} from '../../lead/operations/status-update.ts';
import { ROW_OUTCOMES } from '../../lead/operations/status-update.ts';
import { StaleCursor } from '../../lead/operations/writes.ts';
import { withFirstSpelling } from '../../lead/sales/customer-number-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { NewStatusUpdate } from './thread-data.ts';

/** The operation counter that each row outcome adds to. */
const COUNTED_AS: Record<RowOutcome, 'changed' | 'unchanged' | 'refused'> = {
  changed: 'changed',
  unchanged: 'unchanged',
  repeated: 'unchanged',
  not_found: 'refused',
  invalid: 'refused',
  ambiguous: 'refused',
  conflict: 'refused',
  already_sold: 'refused',
};

const AUDITED_AS = {
  updateHlr: 'update_hlr',
  markSoldList: 'mark_sold',
  updatePhones: 'update_phones',
} as const;

/**
 * Creates a status update with its rows and queues its job.
 * @param batches in the order of row numbers
 * @returns the operation's id
 */
export async function createStatusUpdate(
  tx: TenantTransaction,
  { action, detail, editor }: NewStatusUpdate,
  batches: AsyncIterable<StatusUpdateRow[]> | Iterable<StatusUpdateRow[]>,
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO bulk_operations (organization_id, id, action, detail, selection, status, total, up_to, cursors, lows,
       created_by, created_by_name, ip_address, user_agent)
     VALUES ($1, $2, $3, $4, '{"ids": []}', 'processing', 0, $2, '{}', '{}', $5, $6, $7, $8)`,
    [
      tx.organizationId,
      id,
      JSON.stringify(await withFirstSpelling(tx, action)),
      detail,
      editor.actor.id,
      editor.actor.username,
      editor.origin.ipAddress,
      editor.origin.userAgent,
    ],
  );
  let total = 0;
  for await (const rows of batches) {
    await insertRows(tx, id, rows);
    total += rows.length;
  }
  await tx.query('UPDATE bulk_operations SET total = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    total,
  ]);
  await tx.query('SELECT enqueue_bulk($1, $2)', [tx.organizationId, id]);
  return id;
}

async function insertRows(
  tx: TenantTransaction,
  id: string,
  rows: readonly StatusUpdateRow[],
): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO operation_rows (organization_id, operation_id, row_number, identifier, value, country)
     SELECT $1, $2, r.* FROM unnest($3::int[], $4::text[], $5::text[], $6::text[]) AS r`),
    [
      tx.organizationId,
      id,
      rows.map((row) => row.rowNumber),
      rows.map((row) => row.identifier),
      rows.map((row) => row.value),
      rows.map((row) => row.country),
    ],
  );
}

/**
 * Records results, counters and cursor with the leads. The cursor moves only from where this worker found it.
 * @returns the remaining work
 * @throws StaleCursor
 */
export async function recordStatusUpdateBatch(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  results: readonly RowResult[],
  to: number,
): Promise<StatusUpdateWork> {
  await writeResults(tx, work.id, results);
  const outcomes = addedUp(work.outcomes, results);
  const counts = countsOf(outcomes);
  const [row] = await tx.query(
    `UPDATE bulk_operations SET row_cursor = $4, outcomes = $5, done = $6::int + $7::int + $8::int, changed = $6, unchanged = $7,
       refused = $8
     WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND row_cursor = $3
     RETURNING id`,
    [
      tx.organizationId,
      work.id,
      work.cursor,
      to,
      JSON.stringify(outcomes),
      counts.changed,
      counts.unchanged,
      counts.refused,
    ],
  );
  if (row === undefined) throw new StaleCursor();
  if (results.some(({ outcome }) => outcome === 'changed')) await announceLeads(tx);
  return { ...work, cursor: to, outcomes };
}

async function writeResults(tx: TenantTransaction, id: string, results: readonly RowResult[]): Promise<void> {
  const column = <K extends keyof RowResult>(key: K): RowResult[K][] => results.map((result) => result[key]);
  await tx.query(
    `UPDATE operation_rows r SET outcome = d.outcome, lead_id = d.lead_id, key = d.key, message = d.message
     FROM unnest($3::int[], $4::text[], $5::uuid[], $6::text[], $7::text[])
       AS d (row_number, outcome, lead_id, key, message)
     WHERE r.organization_id = $1 AND r.operation_id = $2 AND r.row_number = d.row_number`,
    [
      tx.organizationId,
      id,
      column('rowNumber'),
      column('outcome'),
      column('leadId'),
      column('key'),
      column('message'),
    ],
  );
}

/** Does nothing when it has ended. */
export async function endStatusUpdate(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  failure: string | null,
): Promise<void> {
  const [row] = await tx.query<{ total: number }>(
    `UPDATE bulk_operations SET status = $3, failure = $4, finished_at = now()
     WHERE organization_id = $1 AND id = $2 AND status = 'processing' RETURNING total`,
    [tx.organizationId, work.id, failure === null ? 'completed' : 'failed', failure],
  );
  if (row === undefined) return;
  const { type: operation, ...settings } = work.action;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  await writeAudit(tx, {
    action: AUDITED_AS[operation],
    actor: { id: work.createdBy, username: work.createdByName },
    origin: work.ipAddress === null ? null : { ipAddress: work.ipAddress, userAgent: work.userAgent },
    resource: work.id,
    details: {
      operation,
      ...Object.fromEntries(given),
      list: work.detail,
      total: row.total,
      ...work.outcomes,
      ...(failure !== null && { reason: failure }),
    },
  });
  await announceLeads(tx);
}

/** Returns the counts with the outcomes of further rows added. */
export function addedUp(
  counts: OutcomeCounts,
  results: readonly Pick<RowResult, 'outcome'>[],
): OutcomeCounts {
  const sum = { ...counts };
  for (const { outcome } of results) sum[outcome] = (sum[outcome] ?? 0) + 1;
  return sum;
}

function countsOf(outcomes: OutcomeCounts): { changed: number; unchanged: number; refused: number } {
  const counts = { changed: 0, unchanged: 0, refused: 0 };
  for (const outcome of ROW_OUTCOMES) counts[COUNTED_AS[outcome]] += outcomes[outcome] ?? 0;
  return counts;
}
