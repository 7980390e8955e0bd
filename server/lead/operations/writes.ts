import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Change } from '../../platform/events/notices.ts';
import { ANY_LEADS, announceLeads } from '../change/announce-leads.ts';
import { ownerNames } from '../owners/owner-reads.ts';
import { withFirstSpelling } from '../sales/customer-number-writes.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import { StaleCursor } from './claimed-work.ts';
import type {
  Counts,
  ListRow,
  NewOperation,
  OperationWork,
  OutcomeCounts,
  StoredAction,
} from './operation.ts';

/** Creates an operation; it starts once it is queued. */
export async function insertOperation(tx: TenantTransaction, created: NewOperation): Promise<void> {
  const { actor, origin } = created.editor;
  const action = await withFirstSpelling(tx, created.action);
  await tx.query(
    `INSERT INTO bulk_operations (organization_id, id, action, selection, status, total, up_to, undoes, detail, created_by,
       created_by_name, ip_address, user_agent, cursors, lows)
     VALUES ($1, $2, $3, $4, 'processing', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.organizationId,
      created.id,
      JSON.stringify(action),
      JSON.stringify(created.selection),
      created.total,
      created.upTo,
      created.undoes,
      created.detail,
      actor.id,
      actor.username,
      origin?.ipAddress ?? null,
      origin?.userAgent ?? null,
      created.lanes.map((lane) => lane.cursor),
      created.lanes.map((lane) => lane.low),
    ],
  );
}

/** Queues the job of an operation in the transaction that creates it. */
export async function queueOperation(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("SELECT enqueue_job('run_bulk', $1)", [id]);
}

/** Adds rows to a list that isn't queued yet. */
export async function insertRows(tx: TenantTransaction, id: string, rows: readonly ListRow[]): Promise<void> {
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
  await tx.query('UPDATE bulk_operations SET total = total + $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    rows.length,
  ]);
}

/** Records which operation has undone another one. */
export async function markUndone(tx: TenantTransaction, id: string, undoneBy: string): Promise<void> {
  await tx.query('UPDATE bulk_operations SET undone_by = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    undoneBy,
  ]);
}

/** A batch's move of the cursor of a lane, or of that of the rows. */
export interface Moved {
  lane: number | 'rows';
  from: string | number;
  to: string | number;
  /** Outcomes of all rows up to `to`. */
  outcomes?: OutcomeCounts;
}

/**
 * Records a batch's counters and cursor with its leads. The cursor moves only from where this worker found it.
 * @returns whether all lanes have finished
 * @throws StaleCursor
 */
export async function recordOperationBatch(
  tx: TenantTransaction,
  { id }: Pick<OperationWork, 'id'>,
  { lane, from, to, outcomes }: Moved,
  { changed, unchanged, refused, suppressed = 0, lists = [], noConsent = 0 }: Counts,
): Promise<boolean> {
  const [cursor, type] = lane === 'rows' ? ['row_cursor', 'int'] : [`cursors[${lane + 1}]`, 'uuid'];
  const [row] = await tx.query<{ finished: boolean }>(
    `UPDATE bulk_operations SET ${cursor} = $4::${type}, done = done + $5::int + $6::int + $7::int, changed = changed + $5,
       unchanged = unchanged + $6, refused = refused + $7, suppressed = suppressed + $9, no_consent = no_consent + $10,
       outcomes = coalesce($8::jsonb, outcomes),
       on_lists = CASE WHEN on_lists @> $11::text[] THEN on_lists ELSE on_lists || $11::text[] END
     WHERE organization_id = $1 AND id = $2 AND status = 'processing' AND ${cursor} = $3::${type}
     RETURNING cursors = lows AS finished`,
    [
      tx.organizationId,
      id,
      from,
      to,
      changed,
      unchanged,
      refused,
      outcomes === undefined ? null : JSON.stringify(outcomes),
      ...[suppressed, noConsent, lists],
    ],
  );
  if (row === undefined) throw new StaleCursor();
  if (changed > 0) await announceLeads(tx);
  return row.finished;
}

/** Bulk operations run side by side, but alternate with import batches. */
export async function lockBulkBatch(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
    `leads:${tx.organizationId}`,
  ]);
}

/** Returns false while an import has its turn. */
export async function tryLockBulkBatch(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) AS held',
    [`leads:${tx.organizationId}`],
  );
  return row?.held === true;
}

/** Does nothing when it has ended. The total becomes the leads processed: matches may have changed while it ran. */
export async function endOperation(
  tx: TenantTransaction,
  work: OperationWork,
  failure: string | null,
  status: 'completed' | 'failed' | 'canceled' = failure === null ? 'completed' : 'failed',
): Promise<void> {
  const [row] = await tx.query<Omit<Counts, 'lists'> & { total: number }>(
    `UPDATE bulk_operations SET status = $3, failure = $4, finished_at = now(),
       total = CASE WHEN $4::text IS NULL THEN done ELSE total END
     WHERE organization_id = $1 AND id = $2 AND status = 'processing'
     RETURNING total, changed, unchanged, refused, suppressed, no_consent AS "noConsent"`,
    [tx.organizationId, work.id, status, failure],
  );
  if (row === undefined) return;
  const { action, outcomes, detail } = work;
  const { suppressed, noConsent, ...changes } = row;
  const counts =
    'rows' in work.selection
      ? { ...(detail !== null && { list: detail }), total: row.total, ...outcomes }
      : { ...changes, ...(suppressed ? { suppressed } : {}), ...(noConsent ? { noConsent } : {}) };
  await writeAudit(tx, {
    action: auditedAs(action),
    actor: { id: work.createdBy, username: work.createdByName },
    origin: work.ipAddress === null ? null : { ipAddress: work.ipAddress, userAgent: work.userAgent },
    resource: work.id,
    details: { ...counts, ...(await detailsOf(tx, action)), ...(failure !== null && { reason: failure }) },
  });
  await announceLeads(tx, ANY_LEADS, ...importOf(action));
}

/** Returns the notice for the import whose leads an operation merged or restored. */
function importOf(action: StoredAction): Change[] {
  const { importId } = { importId: undefined, ...(action.type === 'undo' ? action.of : action) };
  return importId === undefined ? [] : [{ type: 'imports', importId }];
}

const AUDITED_AS: Partial<Record<StoredAction['type'], AuditEntry['action']>> = {
  delete: 'delete_lead',
  restore: 'restore_lead',
  purge: 'purge_lead',
  anonymise: 'anonymise_leads',
  erase: 'erase_leads',
  markSold: 'mark_sold',
  fixPhones: 'fix_phones',
  updateHlr: 'update_hlr',
  markSoldList: 'mark_sold',
  updatePhones: 'update_phones',
  suppress: 'import_suppressions',
  mergeDuplicates: 'merge_duplicates',
};

function auditedAs(action: StoredAction): AuditEntry['action'] {
  if (action.type !== 'undo') return AUDITED_AS[action.type] ?? 'bulk_update';
  if (action.of.type === 'delete') return 'restore_lead';
  return action.of.type === 'restore' ? 'delete_lead' : 'bulk_update';
}

async function detailsOf(tx: TenantTransaction, action: StoredAction): Promise<Record<string, string>> {
  const { type: operation } = action;
  switch (operation) {
    case 'status':
      return { operation, status: (await loadLeadStatuses(tx)).nameOf(action.status) };
    case 'setField':
      return { operation, field: action.field, value: String(action.value ?? '') };
    case 'addTags':
    case 'removeTags':
      return { operation, tags: action.tags.join(', ') };
    case 'markSold': {
      const { customerNumber, price, currency, order } = action;
      return { operation, ...given({ customerNumber, price, currency, order: order?.name }) };
    }
    case 'assign': {
      const names = await ownerNames(tx);
      return { operation, owners: action.owners.map((id) => names.get(id) ?? id).join(', ') };
    }
    case 'note':
      return { operation };
    case 'returnSale':
      return { operation, ...given({ reason: action.reason }) };
    case 'undo':
      return { operation, of: action.of.type };
    default: {
      const { type: _type, ...settings } = action;
      return { operation, ...given(settings) };
    }
  }
}

function given(settings: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Removes an operation that could not begin. */
export async function forgetOperation(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query('DELETE FROM bulk_operations WHERE organization_id = $1 AND id = $2 AND done = 0', [
    tx.organizationId,
    id,
  ]);
}
