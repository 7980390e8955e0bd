import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { insertSales, SOLD_SOURCE } from '../sales/sale-writes.ts';
import { COUNTED_OF_CHANGED, countsOfChanged } from '../stats/stat-set-writes.ts';
import { changeLeads, type LeadChange } from '../store/store.ts';
import { eventChanges, eventColumns } from './event-changes.ts';
import { eventJoin } from './event-reads.ts';
import { PHONE_FIX } from './fix-change.ts';
import { type BulkCounts, type BulkWork, type StoredAction, worksOnTrash } from './operation.ts';
import { purgeBatch } from './purge-writes.ts';
import { OUTSIDE_WINDOW, RETURN, SALES_UNDONE, salesOfReturn } from './return-writes.ts';
import { restorable } from './selection-reads.ts';
import { IS_AS_LEFT, putBack } from './undo-reads.ts';

/**
 * The change that an action makes to a lead: `b` before, `e` the undone event, `$9` the action's value (for an undo, the id of the
 * undone operation), `$10` and on further values.
 */
interface Change {
  kind: string;
  set: string;
  /** Other leads have the new value already or are refused. */
  when?: string;
  /** Columns whose old and new values the event records. */
  columns: readonly string[];
  value?: unknown;
  furtherValues?: readonly unknown[];
}

const HAS = (tag: string): string =>
  `EXISTS (SELECT FROM unnest(b.tags) AS h (tag) WHERE lower(h.tag) = lower(${tag}))`;
const NAMED = 'EXISTS (SELECT FROM unnest($9::text[]) AS n (tag) WHERE lower(n.tag) = lower(h.tag))';
const SALE = ['is_sold', 'customer_number'];

function changeOf(action: StoredAction): Change {
  switch (action.type) {
    case 'status':
      return {
        kind: 'bulk',
        set: 'status = $9',
        when: 'b.status <> $9',
        columns: ['status'],
        value: action.status,
      };
    case 'setField':
      throw new TypeError('A field is set by rules of its own');
    case 'addTags':
      return {
        kind: 'bulk',
        set: `tags = b.tags || ARRAY(SELECT n.tag FROM unnest($9::text[]) WITH ORDINALITY AS n (tag, place)
          WHERE NOT ${HAS('n.tag')} ORDER BY n.place)`,
        when: `EXISTS (SELECT FROM unnest($9::text[]) AS n (tag) WHERE NOT ${HAS('n.tag')})`,
        columns: ['tags'],
        value: action.tags,
      };
    case 'removeTags':
      return {
        kind: 'bulk',
        set: `tags = ARRAY(SELECT h.tag FROM unnest(b.tags) WITH ORDINALITY AS h (tag, place) WHERE NOT ${NAMED} ORDER BY h.place)`,
        when: `EXISTS (SELECT FROM unnest(b.tags) AS h (tag) WHERE ${NAMED})`,
        columns: ['tags'],
        value: action.tags,
      };
    case 'markSold':
      return {
        kind: 'sold',
        set: 'is_sold = true, customer_number = $9',
        when: 'NOT b.is_sold',
        columns: SALE,
        value: action.customerNumber,
        furtherValues: [action.price ?? null, action.currency ?? null],
      };
    case 'returnSale':
      return { ...RETURN, value: action.reason ?? null, furtherValues: [action.anyTime === true] };
    case 'fixPhones':
      return PHONE_FIX;
    case 'delete':
      return { kind: 'deleted', set: 'deleted_at = now()', columns: [] };
    case 'restore':
      return { kind: 'restored', set: 'deleted_at = NULL', columns: [] };
    case 'purge':
      throw new TypeError('Leads that are deleted for good have no events');
    case 'undo':
      return undoOf(action.of);
  }
}

/** The columns that an undo puts back as the operation's event recorded them. */
function undoneColumns(undone: Extract<StoredAction, { type: 'undo' }>['of']): readonly string[] {
  switch (undone.type) {
    case 'status':
      return ['status'];
    case 'addTags':
    case 'removeTags':
      return ['tags'];
    case 'markSold':
    case 'returnSale':
      return SALE;
    case 'fixPhones':
      return PHONE_FIX.columns;
    case 'updateHlr': {
      const column = undone.hlrType === 'phone' ? 'hlr' : 'whatsapp';
      return [column, `${column}_checked_at`, `${column}_source`];
    }
    case 'delete':
    case 'restore':
      return [];
    case 'updatePhones':
    case 'setField':
      throw new TypeError('The action is undone by rules of its own');
    case 'purge':
      throw new TypeError('Leads that were deleted for good stay deleted');
  }
}

function undoOf(undone: Extract<StoredAction, { type: 'undo' }>['of']): Change {
  const columns = undoneColumns(undone);
  const trash = undone.type === 'delete' ? 'deleted_at = NULL' : 'deleted_at = now()';
  const set = columns.length === 0 ? trash : columns.map(putBack).join(', ');
  return { kind: 'undo', when: IS_AS_LEFT, set, columns };
}

/**
 * Applies the operation to locked leads in one statement: rows, events, sales and counts. Refuses a lead that is sold to another customer,
 * whose identity is taken, or that changed since (undo).
 */
export async function changeLeadBatch(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<BulkCounts> {
  if (work.action.type === 'purge') return purgeBatch(tx, ids);
  const able = worksOnTrash(work.action) ? await restorable(tx, ids) : ids;
  const { changed, refused } = await applyChange(tx, work, able);
  const turnedAway = ids.length - able.length + (work.undoes === null ? refused : able.length - changed);
  return { changed, refused: turnedAway, unchanged: ids.length - changed - turnedAway };
}

/** @param given value of the action, if it differs between batches */
export async function applyChange(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
  given?: string,
): Promise<{ changed: number; refused: number }> {
  const change = changeOf(work.action);
  const value = work.undoes ?? given ?? change.value;
  const [row] = await changeLeads<{ changed: number; refused: number }>(tx, changeFor(work.action, change), [
    tx.organizationId,
    ids,
    ids.map(() => newId()),
    work.id,
    work.createdBy,
    work.createdByName,
    newId(),
    change.kind,
    ...(value === undefined ? [] : [value]),
    ...(change.furtherValues ?? []),
  ]);
  return row ?? { changed: 0, refused: 0 };
}

function changeFor(action: StoredAction, change: Change): LeadChange {
  const isRefused = refusedBy(action);
  const refused =
    isRefused === null
      ? '0'
      : `(SELECT count(*) FROM leads b WHERE b.organization_id = $1 AND b.id = ANY($2::uuid[]) AND b.is_sold AND ${isRefused})`;
  return {
    source: 'SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS p (id, event_id)',
    ...(action.type === 'undo' && {
      joins: eventJoin('$9::uuid', 'p'),
    }),
    set: [change.set],
    ...(change.when !== undefined && { when: change.when }),
    returning: [
      'p.event_id',
      ...eventColumns(change.columns),
      ...(action.type === 'markSold' ? [SOLD_SOURCE] : []),
      COUNTED_OF_CHANGED,
    ],
    also: [
      `recorded AS (
        INSERT INTO lead_events
          (organization_id, lead_id, id, kind, changes, operation_id, actor_id, actor_name, version)
        SELECT $1, id, event_id, $8, ${eventChanges(change.columns)}, $4::uuid, $5::uuid, $6, version FROM changed ${INSERTED}
      )`,
      ...salesOf(action),
      `counted AS (${countsOfChanged('$7')})`,
    ],
    result: `SELECT count(*) AS changed, ${refused} AS refused FROM changed`,
  };
}

/** Null where no sold lead is refused. */
function refusedBy(action: StoredAction): string | null {
  if (action.type === 'markSold') return 'b.customer_number IS DISTINCT FROM $9';
  return action.type === 'returnSale' ? OUTSIDE_WINDOW : null;
}

/** Returns the CTEs that write or revert the sales of the change. */
function salesOf(action: StoredAction): string[] {
  if (action.type === 'markSold') {
    return [insertSales({ customerNumber: '$9', by: '$5', name: '$6', price: '$10', currency: '$11' })];
  }
  if (action.type === 'undo' && action.of.type === 'markSold') {
    return [SALES_UNDONE];
  }
  return salesOfReturn(action);
}
