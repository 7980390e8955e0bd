import { type BulkOperation, cancelBulk, getBulk, undoBulk } from '#contract/bulk.ts';
import { type ToastMessage, toast } from '../ui/toast-store.ts';
import { isPassing } from './api-error.ts';
import { callApi } from './call-api.ts';
import { customerLabel, formatAmount, formatCount, formatList, formatNumber } from './format.ts';
import { POLL_FAILURES_MAX } from './import-stream.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';
import { queryClient } from './query.ts';
import { showReason } from './show-failure.ts';

// In milliseconds; small operations end quickly.
const FIRST_POLLS_MS = [60, 120, 240];
const POLL_MS = 400;
const AGAIN_MS = 2000;

/** Polls an operation until it ends, also while the server restarts. @throws the errors of `callApi` */
export async function followOperation(
  operation: BulkOperation,
  onMove: (now: BulkOperation) => void,
): Promise<BulkOperation> {
  let now = operation;
  let failed = 0;
  for (let look = 0; now.status === 'processing'; look += 1) {
    const pause = failed > 0 ? AGAIN_MS : (FIRST_POLLS_MS[look] ?? POLL_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      now = await callApi(getBulk, { params: { id: now.id } });
      failed = 0;
      onMove(now);
    } catch (error) {
      failed += 1;
      if (failed > POLL_FAILURES_MAX || !isPassing(error)) throw error;
    }
  }
  return now;
}

/** Undoes an operation and reports the result in a toast; leaving the screen doesn't stop it. */
export async function undoOperation(
  id: string,
  onMove: (now: BulkOperation) => void = () => undefined,
): Promise<void> {
  try {
    const started = await callApi(undoBulk, { params: { id } });
    onMove(started);
    const ended = await followOperation(started, onMove);
    if (ended.status === 'failed') throw new Error('The undo failed');
    toast(operationToast('Undone', ended));
  } catch (error) {
    showReason(error, 'Undo failed');
  } finally {
    void refetchTouched(queryClient, LEAD_TOPICS);
  }
}

/** Cancels an operation; its end is shown where it is followed. */
export async function cancelOperation(id: string): Promise<void> {
  try {
    await callApi(cancelBulk, { params: { id } });
  } catch (error) {
    showReason(error, 'Not canceled');
  } finally {
    void refetchTouched(queryClient, LEAD_TOPICS);
  }
}

/** Describes leads that were refused. */
const REFUSED: Partial<Record<BulkOperation['action'], string>> = {
  setField: "skipped because they can't have this value",
  markSold: 'already sold to another customer',
  returnSale: 'too late to return without an administrator',
  restore: 'not restored because their email or phone is in use',
  undo: 'kept because of later changes',
  mergeDuplicates: 'left because their leads changed',
};

/** Describes leads that needed no change. */
const UNCHANGED: Partial<Record<BulkOperation['action'], string>> = {
  status: 'with this status already',
  setField: 'with this value already',
  addTags: 'with these tags already',
  removeTags: 'without these tags',
  assign: 'with this owner already',
  markSold: 'already sold to this customer',
  returnSale: 'not sold',
  delete: 'already in the bin',
  restore: 'not in the bin',
};

/** Returns `Sold 50 leads to C-1042 · Nordlicht for €212.50`; null for what is no sale. */
export function saleText({ sale, changed }: Pick<BulkOperation, 'sale' | 'changed'>): string | null {
  if (sale === undefined || changed === 0) return null;
  const { customerNumber: number, customerName: name, price, currency } = sale;
  const paid = price === null ? '' : ` for ${formatAmount(changed * Number(price), currency)}`;
  return `Sold ${formatCount(changed, 'lead')} to ${customerLabel({ number, name })}${paid}`;
}

/** Returns `2 on the suppression list Do not contact` and `1 without the required consent`, as far as they occur. */
export function exclusionTexts({
  suppressed,
  lists = [],
  noConsent = 0,
}: Pick<BulkOperation, 'suppressed' | 'lists' | 'noConsent'>): string[] {
  const named =
    lists.length === 0
      ? 'a suppression list'
      : `the suppression ${lists.length === 1 ? 'list' : 'lists'} ${formatList(lists)}`;
  return [
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} on ${named}`] : []),
    ...(noConsent > 0 ? [`${formatNumber(noConsent)} without the required consent`] : []),
  ];
}

/** Returns the refused leads that are on no list and lack no consent. */
export function otherwiseRefused({
  refused,
  suppressed,
  noConsent = 0,
}: Pick<BulkOperation, 'refused' | 'suppressed' | 'noConsent'>): number {
  return refused - suppressed - noConsent;
}

/** Summarizes changed, unchanged and refused leads. */
export function operationOutcome(operation: BulkOperation): string {
  return outcomeTexts(operation).join(', ');
}

const DONE: Partial<Record<BulkOperation['action'], string>> = {
  purge: 'deleted',
  mergeDuplicates: 'merged',
};

function outcomeTexts(operation: BulkOperation): [string, ...string[]] {
  const { action, changed, unchanged } = operation;
  const refused = otherwiseRefused(operation);
  const done = DONE[action] ?? 'changed';
  const noun = action === 'mergeDuplicates' ? 'group' : 'lead';
  const texts: [string, ...string[]] = [
    changed === 0 ? `No ${noun}s ${done}` : (saleText(operation) ?? `${formatCount(changed, noun)} ${done}`),
  ];
  if (unchanged > 0) {
    texts.push(`${formatNumber(unchanged)} ${(changed === 0 && UNCHANGED[action]) || 'unchanged'}`);
  }
  if (refused > 0) texts.push(`${formatNumber(refused)} ${REFUSED[action] ?? 'refused'}`);
  texts.push(...exclusionTexts(operation));
  return texts.length === 1 && changed === 0 ? ['No leads match'] : texts;
}

/** Returns an operation's toast, with reasons if nothing changed. */
export function operationToast(title: string, operation: BulkOperation): ToastMessage {
  const [said, ...reasons] = outcomeTexts(operation);
  if (operation.changed > 0) return { title, description: operationOutcome(operation) };
  return {
    tone: 'neutral',
    title: said,
    ...(reasons.length > 0 && { description: reasons.join(', ') }),
  };
}
