import { type BulkOperation, getBulk, undoBulk } from '#contract/bulk.ts';
import { toast } from '../ui/toast-store.ts';
import { messageOf } from './api-error.ts';
import { callApi } from './call-api.ts';
import { formatCount, formatNumber } from './format.ts';
import { refetchTouched } from './live.ts';
import { queryClient } from './query.ts';

// Polling intervals of an operation in milliseconds; the first ones are short, because small operations end
// quickly.
const FIRST_POLLS_MS = [60, 120, 240];
const POLL_MS = 400;

/**
 * Polls an operation until it has ended.
 * @throws the errors of `callApi`
 */
export async function followOperation(
  operation: BulkOperation,
  onMove: (now: BulkOperation) => void,
): Promise<BulkOperation> {
  let now = operation;
  for (let look = 0; now.status === 'processing'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, FIRST_POLLS_MS[look] ?? POLL_MS));
    now = await callApi(getBulk, { params: { id: now.id } });
    onMove(now);
  }
  return now;
}

/**
 * Undoes an operation, follows the undo to its end and reports it in a toast. The undo continues if the user
 * leaves the screen.
 */
export async function undoOperation(
  id: string,
  onMove: (now: BulkOperation) => void = () => undefined,
): Promise<void> {
  try {
    const started = await callApi(undoBulk, { params: { id } });
    onMove(started);
    const ended = await followOperation(started, onMove);
    if (ended.status === 'failed') throw new Error('The undo failed');
    toast({ title: 'Undone', description: operationOutcome(ended) });
  } catch (error) {
    toast({ tone: 'destructive', title: 'Undo failed', description: messageOf(error, 'Please try again.') });
  } finally {
    void refetchTouched(queryClient, new Set(['leads']));
  }
}

/** Descriptions of the leads that an operation refused to change. */
const REFUSED: Partial<Record<BulkOperation['action'], string>> = {
  markSold: 'already sold to another customer',
  returnSale: 'too late to return without an administrator',
  restore: 'refused, their e-mail or phone is taken',
  undo: 'kept, changed meanwhile',
};

/** Summarizes an operation in one sentence: changed, unchanged, refused. */
export function operationOutcome({ action, changed, unchanged, refused }: BulkOperation): string {
  const parts = [`${formatCount(changed, 'lead')} changed`];
  if (unchanged > 0) parts.push(`${formatNumber(unchanged)} unchanged`);
  if (refused > 0) parts.push(`${formatNumber(refused)} ${REFUSED[action] ?? 'refused'}`);
  return parts.join(', ');
}
