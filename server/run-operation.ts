import { phoneFixer } from './features/phone-fixes/fix-batch.ts';
import { statusUpdateUndoOf } from './features/status-updates/changes/undo-status-update.ts';
import { findUnfinishedStatusUpdate } from './features/status-updates/rows/reads.ts';
import { runStatusUpdate } from './features/status-updates/run-update.ts';
import { runStatusUpdateInThread } from './features/status-updates/update-threads.ts';
import { type FeatureChange, runBulk } from './lead/operations/run-bulk.ts';
import { type Context, scopeOf } from './platform/context/context.ts';

/** Up to so many rows a list is done here: before a thread has started it is finished. */
const SHORT_LIST = 500;

/** Returns the batch change of an action that phone fixes or status updates bring along. */
export const featureChange: FeatureChange = async (scope, action) =>
  action.type === 'fixPhones' ? phoneFixer(scope) : statusUpdateUndoOf(action);

/**
 * Works on a bulk operation until it is finished or the signal says to stop: on a list in a thread, since reading
 * telephone numbers would hold up answers.
 */
export async function runOperation(
  context: Pick<Context, 'db' | 'threads'>,
  organizationId: string,
  operationId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const scope = scopeOf(context, organizationId);
  const list = await scope.transaction((tx) => findUnfinishedStatusUpdate(tx, operationId));
  if (list === null) await runBulk(context.db.app, scope, operationId, featureChange, { signal });
  else if (list.total > SHORT_LIST)
    await runStatusUpdateInThread(context.threads, organizationId, operationId);
  else await runStatusUpdate(context.db.app, scope, operationId, { signal });
}
