import { atSavepoint, type TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { addEvents } from '../change/change-writes.ts';
import { countChanges } from '../change/count-changes.ts';
import { IdentityTaken } from '../edits/identity.ts';
import { type Group, groupOf } from '../merges/groups.ts';
import { type MergeChange, mergeLead } from '../merges/merge-lead.ts';
import { judgedPairs } from '../merges/pair-reads.ts';
import { unmergeLead } from '../merges/unmerge-lead.ts';
import { takeMerges } from '../merges/unmerge-writes.ts';
import type { Counts, ListRow, OperationWork, RowResult } from './operation.ts';
import { lockLeadsInOrder } from './selection-reads.ts';

const ID_CHARACTERS = 36;
const CHANGED_SINCE = 'The leads changed after the merge was started';

/** Returns the rows of an operation that merges groups: one each, the lead to keep and the others. */
export function rowsOfGroups(groups: readonly Group[]): ListRow[] {
  return groups.map(({ keepId, ids }, at) => {
    const value = ids.filter((id) => id !== keepId).join(' ');
    return { rowNumber: at + 1, identifier: keepId, value, country: null };
  });
}

/** Returns the leads of a row, the one to keep first. */
export function leadsOfGroup({ identifier, value }: ListRow): [string, ...string[]] {
  return [identifier, ...(value ?? '').split(' ').filter((id) => id.length === ID_CHARACTERS)];
}

/** Merges the groups of rows that are as certain as when the operation started. */
export async function mergeGroups(
  tx: TenantTransaction,
  work: OperationWork,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  const all = rows.flatMap(leadsOfGroup);
  await lockLeadsInOrder(tx, all);
  const keptBy = new Map(rows.flatMap((row) => leadsOfGroup(row).map((id) => [id, row.identifier])));
  const within = (await judgedPairs(tx, all)).filter(({ a, b }) => keptBy.get(a) === keptBy.get(b));
  const pairs = Map.groupBy(within, ({ a }) => keptBy.get(a));
  const changes: MergeChange[] = [];
  const results: RowResult[] = [];
  for (const row of rows) {
    const [keepId, ...others] = leadsOfGroup(row);
    const group = groupOf(pairs.get(keepId) ?? []);
    const isSame = group.left === null && group.keepId === keepId && group.ids.length === others.length + 1;
    if (isSame) {
      for (const mergeId of others) {
        const merge = { keepId, mergeId, take: [], undoId: work.id };
        changes.push(await mergeLead(tx, merge, actorOf(work)));
      }
    }
    results.push({
      ...{ rowNumber: row.rowNumber, leadId: keepId, key: keepId },
      ...(isSame ? { outcome: 'changed', message: null } : { outcome: 'conflict', message: CHANGED_SINCE }),
    });
  }
  await record(tx, work, changes);
  return results;
}

/** Undoes the merges of an operation into leads that the transaction has locked; counts leads that went to the trash. */
export async function undoMerges(
  tx: TenantTransaction,
  work: OperationWork,
  ids: readonly string[],
): Promise<Counts> {
  const changes: MergeChange[] = [];
  let refused = 0;
  for (const keptId of ids) {
    let merged = 0;
    const undo = async () => {
      const merges = await takeMerges(tx, work.undoes ?? '', keptId);
      merged = merges.length;
      const undone: MergeChange[] = [];
      for (const merge of merges) undone.push(await unmergeLead(tx, merge));
      return undone;
    };
    try {
      changes.push(...(await atSavepoint(tx, undo)));
    } catch (error) {
      if (!(error instanceof IdentityTaken || error instanceof HttpError)) throw error;
      refused += merged;
    }
  }
  await record(tx, work, changes);
  return { changed: changes.length, unchanged: 0, refused };
}

/** The events of kept leads name the operation, so that its undo finds these leads. */
async function record(
  tx: TenantTransaction,
  work: OperationWork,
  changes: readonly MergeChange[],
): Promise<void> {
  const events = changes.flatMap(({ events: [kept, other] }) => [
    kept.kind === 'merged' ? { ...kept, operationId: work.id } : kept,
    other,
  ]);
  await addEvents(tx, events, actorOf(work));
  await countChanges(
    tx,
    changes.flatMap(({ counted }) => counted),
  );
}

function actorOf({ createdBy, createdByName }: OperationWork) {
  return { id: createdBy, username: createdByName };
}
