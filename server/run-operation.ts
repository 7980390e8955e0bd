import { phoneFixer } from './features/phone-fixes/fix-batch.ts';
import { listUndoOf } from './features/status-updates/changes/undo-list.ts';
import { runListInThread } from './features/status-updates/list-threads.ts';
import { findUnfinishedList } from './features/status-updates/rows/reads.ts';
import { runList } from './features/status-updates/run-list.ts';
import { type FeatureChange, runBulk } from './lead/operations/run-bulk.ts';
import { type Context, scopeOf } from './platform/context/context.ts';

/** Rows up to which the server processes a list itself: it is done before a thread would have started. */
const SHORT_LIST = 500;

/** Returns the batch change of an action that the features phone-fixes and status-updates provide. */
export const featureChange: FeatureChange = async (scope, action) =>
  action.type === 'fixPhones' ? phoneFixer(scope) : listUndoOf(action);

/**
 * Runs a bulk operation until it is finished or `signal` aborts. A long list runs in a thread, because
 * parsing phone numbers would block requests.
 */
export async function runOperation(
  context: Pick<Context, 'db' | 'threads'>,
  organizationId: string,
  operationId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const scope = scopeOf(context, organizationId);
  const list = await scope.transaction((tx) => findUnfinishedList(tx, operationId));
  if (list === null) await runBulk(context.db.app, scope, operationId, featureChange, { signal });
  else if (list.total > SHORT_LIST) await runListInThread(context.threads, organizationId, operationId);
  else await runList(context.db.app, scope, operationId, { signal });
}
