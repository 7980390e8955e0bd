import {
  type BulkAction,
  type BulkOperation,
  getBulk,
  type LeadSelection,
  startBulk,
  undoBulk,
} from '#contract/bulk.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshLeads } from '../queries.ts';
import { BULK_WORDS, outcomeOf } from './bulk-actions.ts';

// Milliseconds between two looks at an operation: the first ones are quick, for few leads are done at once.
const LOOKS = [60, 120, 240];
const LATER = 400;

/** Looks at an operation until it has ended. */
async function followed(
  operation: BulkOperation,
  onMove: (now: BulkOperation) => void,
): Promise<BulkOperation> {
  let now = operation;
  for (let look = 0; now.status === 'processing'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOKS[look] ?? LATER));
    now = await call(getBulk, { params: { id: now.id } });
    onMove(now);
  }
  return now;
}

/**
 * Starts an operation, follows it to its end and says in a toast how it ended, with an undo. It goes on without the
 * dialog that started it. Answers the operation, or null when it failed, which the toast says.
 */
export async function runBulk(
  selection: LeadSelection,
  action: BulkAction,
  onMove: (now: BulkOperation) => void = () => undefined,
): Promise<BulkOperation | null> {
  const { done, title } = BULK_WORDS[action.type];
  try {
    const started = await call(startBulk, { body: { selection, action } });
    onMove(started);
    const ended = await followed(started, onMove);
    if (ended.status === 'failed') throw new Error('The operation failed');
    toast({ title: done, description: outcomeOf(ended), ...(ended.changed > 0 && undoAction(ended.id)) });
    return ended;
  } catch (error) {
    const description = messageOf(error, 'Not every lead could be changed. Please try again.');
    toast({ tone: 'destructive', title: `${title} failed`, description });
    return null;
  } finally {
    refreshLeads(queryClient);
  }
}

/** The action of a toast that takes an operation back. */
export function undoAction(id: string): { action: { label: string; onAction: () => void } } {
  return { action: { label: 'Undo', onAction: () => void undo(id) } };
}

async function undo(id: string): Promise<void> {
  try {
    const ended = await followed(await call(undoBulk, { params: { id } }), () => undefined);
    if (ended.status === 'failed') throw new Error('The undo failed');
    toast({ title: 'Undone', description: outcomeOf(ended) });
  } catch (error) {
    toast({ tone: 'destructive', title: 'Undo failed', description: messageOf(error, 'Please try again.') });
  } finally {
    refreshLeads(queryClient);
  }
}
