import { type BulkAction, type BulkOperation, type LeadSelection, startBulk } from '#contract/bulk.ts';
import { callApi } from '../../../lib/call-api.ts';
import { followOperation, operationToast, undoOperation } from '../../../lib/operations.ts';
import { queryClient } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { toast } from '../../../ui/toast-store.ts';
import { forgetCellUndos } from '../cell-undo.ts';
import { refreshLeads } from '../queries.ts';
import { BULK_WORDS } from './bulk-actions.ts';
import { BULK_TITLES } from './bulk-titles.ts';

/**
 * Runs an operation and reports it in a toast with an undo; closing the dialog doesn't stop it.
 * Returns null after a failure, also reported.
 */
export async function runBulkAction(
  selection: LeadSelection,
  action: BulkAction,
  onMove: (now: BulkOperation) => void = () => undefined,
): Promise<BulkOperation | null> {
  try {
    forgetCellUndos();
    const started = await callApi(startBulk, { body: { selection, action } });
    onMove(started);
    const ended = await followOperation(started, onMove);
    if (ended.status === 'failed') throw new Error('The operation failed');
    toast({
      ...operationToast(BULK_WORDS[action.type].done, ended),
      ...(ended.changed > 0 && action.type !== 'purge' && undoAction(ended.id)),
    });
    return ended;
  } catch (error) {
    showReason(
      error,
      `${BULK_TITLES[action.type]} failed`,
      "Some leads couldn't be changed. Please try again.",
    );
    return null;
  } finally {
    refreshLeads(queryClient);
  }
}

export function undoAction(id: string): { action: { label: string; onAction: () => void } } {
  return { action: { label: 'Undo', onAction: () => void undoOperation(id) } };
}
