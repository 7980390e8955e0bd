import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { mergeOfImport } from '../../../lead/merges/import-merge-reads.ts';
import { dropAwaitedMerge } from '../../../lead/merges/import-merge-writes.ts';
import { runOperation } from '../../../lead/operations/run.ts';
import { undoBulkOperation } from '../../../lead/operations/start.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Editor } from '../../../platform/http/actor.ts';

/** Milliseconds between looks at an undo that another worker runs. */
const LOOK_MS = 250;

/**
 * Starts the undo of the merge of an import's new leads with certain duplicates: it has to end before that of the import.
 * @throws HttpError conflict while leads are merged
 */
export async function startMergeUndo(tx: TenantTransaction, importId: string, editor: Editor): Promise<void> {
  await dropAwaitedMerge(tx, importId);
  const merge = await mergeOfImport(tx, importId);
  if (merge === null) return;
  if (merge.isRunning) throw new HttpError('conflict', 'Duplicates of this import are still being merged');
  if (merge.changed === 0 || merge.undo !== null) return;
  await undoBulkOperation(tx, merge.id, { ...editor, isAdmin: true });
}

/** Runs the undo of that merge, or waits for the worker that runs it. */
export async function finishMergeUndo(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const merge = await scope.transaction((tx) => mergeOfImport(tx, importId));
    if (merge?.undo == null || !merge.isUndoing || signal?.aborted) return;
    await runOperation(pool, scope, merge.undo, { signal });
    await wait(LOOK_MS);
  }
}
