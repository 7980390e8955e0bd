import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { STORED } from '../fields.ts';
import { cancelEndedDeliveries } from '../orders/deliveries/outbox-writes.ts';
import { countedOfChanged, countsOfChanged } from '../stats/stat-set-writes.ts';
import { changeLeads } from '../store/store.ts';

/**
 * A change of leads in SQL: `p` is a lead of the batch, `b` the lead before, `l` after it. `$4` to `$6` are the operation and its user, `$8`
 * and on the values.
 */
export interface BatchChange {
  /** Kind of the events. */
  kind: 'bulk' | 'sold' | 'returned' | 'deleted' | 'restored' | 'undo';
  set: readonly string[];
  /** Detail of the events. */
  detail?: string;
  /** Columns that the events record where they change. */
  columns: readonly string[];
  /** Other leads have the new values already or are refused. */
  when?: string;
  /** Leads that are refused. */
  refused?: string;
  values?: readonly unknown[];
  /** Columns of `p`: a value for each lead. */
  given?: Readonly<Record<string, { type: string; values: readonly unknown[] }>>;
  joins?: string;
  returning?: readonly string[];
  also?: readonly string[];
}

/** The operation, or null for a change of its own, and its user. */
interface ChangedBy {
  id: string | null;
  /** Null for a program. */
  createdBy: string | null;
  createdByName: string;
}

/** Whether the phone of a lead was valid before it was freed. */
export const WAS_VALID = '(b.number_valid OR p.is_freed)';

const FIRST_VALUE = 8;

/**
 * Changes leads that the transaction has locked, with events and counts.
 * @param freed leads whose valid phone this change gives to another one of its leads: the unique index looks at each row as it comes
 */
export async function writeBatch(
  tx: TenantTransaction,
  by: ChangedBy,
  ids: readonly string[],
  change: BatchChange,
  freed: readonly string[] = [],
): Promise<{ changed: number; refused: number }> {
  if (ids.length === 0) return { changed: 0, refused: 0 };
  if (freed.length > 0) await freePhones(tx, freed);
  const { values = [], given = {}, joins, when, columns } = change;
  const isFreed = new Set(freed);
  const perLead = Object.entries({
    ...given,
    is_freed: { type: 'boolean', values: ids.map((id) => isFreed.has(id)) },
  });
  const place = (index: number): string => `$${FIRST_VALUE + values.length + index}`;
  const arrays = perLead.map(([, { type }], index) => `, ${place(index)}::${type}[]`).join('');
  const names = ['id', 'event_id', ...perLead.map(([name]) => name)].join(', ');
  const [row] = await changeLeads<{ changed: number; refused: number }>(
    tx,
    {
      source: `SELECT * FROM unnest($2::uuid[], $3::uuid[]${arrays}) AS p (${names})`,
      set: change.set,
      ...(joins !== undefined && { joins }),
      ...(when !== undefined && { when }),
      returning: [
        'p.event_id',
        ...recordedColumns(columns),
        ...(change.returning ?? []),
        countedOfChanged(change.set),
      ],
      also: [
        `recorded AS (
          INSERT INTO lead_events
            (organization_id, lead_id, id, kind, changes, operation_id, actor_id, actor_name, version, detail)
          SELECT $1, id, event_id, '${change.kind}', ${recordedChanges(columns)}, $4::uuid, $5::uuid, $6, version,
            ${place(perLead.length)}::text FROM changed ${INSERTED}
        )`,
        ...(change.also ?? []),
        `counted AS (${countsOfChanged('$7', change.set)})`,
      ],
      result: `SELECT count(*) AS changed, ${refusedCount(change.refused)} AS refused FROM changed`,
    },
    [
      tx.organizationId,
      ids,
      ids.map(() => newId()),
      by.id,
      by.createdBy,
      by.createdByName,
      newId(),
      ...values,
      ...perLead.map(([, each]) => each.values),
      change.detail ?? null,
    ],
  );
  if (row !== undefined && row.changed > 0 && ENDS_DELIVERIES.has(change.kind)) {
    await cancelEndedDeliveries(tx, ids);
  }
  return row ?? { changed: 0, refused: 0 };
}

/** Changes after which a lead may have to stay. */
const ENDS_DELIVERIES: ReadonlySet<BatchChange['kind']> = new Set(['returned', 'deleted', 'undo']);

const FREE = ['number_valid = false'];

/** Without events: the change that follows records that the phones were valid. */
async function freePhones(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await changeLeads(
    tx,
    {
      source: 'SELECT unnest($2::uuid[]) AS id',
      set: FREE,
      keepsVersion: true,
      returning: [countedOfChanged(FREE)],
      also: [`counted AS (${countsOfChanged('$3', FREE)})`],
    },
    [tx.organizationId, ids, newId()],
  );
}

function refusedCount(refused: string | undefined): string {
  if (refused === undefined) return '0';
  return `(SELECT count(*) FROM leads b WHERE b.organization_id = $1 AND b.id = ANY($2::uuid[]) AND ${refused})`;
}

// JSON of events is built from what the UPDATE returns, not within it: Citus takes only immutable functions there.

/** Amounts are recorded as text, as edits record them. */
const AMOUNTS: ReadonlySet<string> = new Set(
  STORED.flatMap(([column, type]) => (type.startsWith('numeric') ? [column] : [])),
);

function recordedColumns(columns: readonly string[]): string[] {
  return columns.flatMap((column) => {
    const type = AMOUNTS.has(column) ? '::text' : '';
    const was = column === 'number_valid' ? WAS_VALID : `b.${column}`;
    return [`${was}${type} AS was_${column}_recorded`, `l.${column}${type} AS ${column}_recorded`];
  });
}

/** `{"<column>": [before, after]}`. */
function recordedChanges(columns: readonly string[]): string {
  const each = columns.map(
    (column) => `CASE WHEN was_${column}_recorded IS DISTINCT FROM ${column}_recorded
      THEN jsonb_build_object('${column}', jsonb_build_array(was_${column}_recorded, ${column}_recorded)) ELSE '{}' END`,
  );
  return ["'{}'::jsonb", ...each].join(' || ');
}
