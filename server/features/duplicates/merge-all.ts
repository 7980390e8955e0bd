import type { BulkOperation } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewMergeAll } from '#contract/merges.ts';
import { type Group, groupsToMerge } from '../../lead/merges/groups.ts';
import { judgedPairs } from '../../lead/merges/pair-reads.ts';
import { rowsOfGroups } from '../../lead/operations/merge-groups.ts';
import type { OperationEditor } from '../../lead/operations/operation.ts';
import { findBulk } from '../../lead/operations/reads.ts';
import { beginList, noSuchOperation } from '../../lead/operations/start.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { leadsById } from './reads.ts';

const EXAMPLES = 3;
/** Rows that one statement stores. */
const ROWS = 5_000;

/** Counts the groups that `startMergeAll` would merge and leave, with examples. */
export async function previewMerges(tx: TenantTransaction): Promise<ReplyOf<typeof previewMergeAll>> {
  const groups = await certainGroups(tx);
  const merged = groups.filter(({ left }) => left === null);
  const kept = (rule: Group['rule']) => merged.filter((group) => group.rule === rule).length;
  const left = { uncertain: 0, conflict: 0, suppressed: 0, sold: 0, owners: 0 };
  for (const group of groups) if (group.left !== null) left[group.left]++;
  const shown = merged.slice(0, EXAMPLES);
  const leads = await leadsById(
    tx,
    shown.flatMap(({ ids }) => ids),
  );
  return {
    groups: merged.length,
    leads: merged.reduce((sum, { ids }) => sum + ids.length - 1, 0),
    ...{ kept: { sold: kept('sold'), oldest: kept('oldest') }, left },
    examples: shown.flatMap(({ keepId, ids, rule }) => {
      const keep = leads.get(keepId);
      const others = ids.flatMap((id) => (id === keepId ? [] : (leads.get(id) ?? [])));
      return keep === undefined ? [] : [{ keep, merged: others, rule }];
    }),
  };
}

/**
 * Starts the operation that merges all groups that need no decision.
 * @throws HttpError conflict when there are none
 */
export async function startMergeAll(tx: TenantTransaction, editor: Editor): Promise<BulkOperation> {
  const id = await beginMerge(tx, await certainGroups(tx), { detail: null, editor });
  if (id === null) throw new HttpError('conflict', 'There are no certain duplicates to merge');
  const operation = await findBulk(tx, id);
  if (operation === null) throw noSuchOperation();
  return operation;
}

/** Starts the operation that merges the groups that need no decision; returns its id, or null if there are none. */
export async function beginMerge(
  tx: TenantTransaction,
  groups: readonly Group[],
  { importId, ...begun }: { detail: string | null; editor: OperationEditor; importId?: string },
): Promise<string | null> {
  const rows = rowsOfGroups(groups.filter(({ left }) => left === null));
  if (rows.length === 0) return null;
  const batches = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS),
  );
  const action = { type: 'mergeDuplicates' as const, ...(importId !== undefined && { importId }) };
  return beginList(tx, { action, ...begun }, batches);
}

async function certainGroups(tx: TenantTransaction): Promise<Group[]> {
  return groupsToMerge(await judgedPairs(tx, 'certain'));
}
