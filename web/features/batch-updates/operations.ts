import { type BulkOperation, listBulk } from '#contract/bulk.ts';
import { isPassing } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/query.ts';
import type { Tone } from '../../ui/tone.ts';

type Kind = BulkOperation['action'];

interface KindWords {
  title: string;
  /** Row labels. */
  changed: string;
  refused: string;
}

const WORDS: Record<Kind, KindWords> = {
  status: { title: 'Set status', changed: 'Changed', refused: 'Skipped' },
  setField: { title: 'Set field', changed: 'Changed', refused: 'Skipped' },
  addTags: { title: 'Add tags', changed: 'Changed', refused: 'Skipped' },
  removeTags: { title: 'Remove tags', changed: 'Changed', refused: 'Skipped' },
  assign: { title: 'Assign', changed: 'Assigned', refused: 'Skipped' },
  note: { title: 'Add note', changed: 'Changed', refused: 'Skipped' },
  delete: { title: 'Move to the bin', changed: 'Moved', refused: 'Skipped' },
  restore: { title: 'Restore from the bin', changed: 'Restored', refused: 'Skipped' },
  purge: { title: 'Delete forever', changed: 'Deleted', refused: 'Skipped' },
  undo: { title: 'Undo', changed: 'Undone', refused: 'Kept' },
  updateHlr: { title: 'HLR status update', changed: 'Updated', refused: 'Not updated' },
  updateWhatsapp: { title: 'WhatsApp status update', changed: 'Updated', refused: 'Not updated' },
  markSoldList: { title: 'Mark as sold', changed: 'Sold', refused: 'Not sold' },
  markSold: { title: 'Mark as sold', changed: 'Sold', refused: 'Already sold' },
  returnSale: { title: 'Return sale', changed: 'Returned', refused: 'Not returned' },
  fixPhones: { title: 'Fix phone numbers', changed: 'Fixed', refused: 'Conflicts' },
  updatePhones: { title: 'Update phone numbers', changed: 'Updated', refused: 'Not updated' },
  mergeDuplicates: { title: 'Merge duplicates', changed: 'Merged', refused: 'Left' },
  anonymise: { title: 'Anonymize', changed: 'Anonymized', refused: 'Skipped' },
  erase: { title: 'Erase', changed: 'Erased', refused: 'Skipped' },
  suppress: { title: 'Suppression list', changed: 'Added', refused: 'Invalid' },
};

/** Can't be undone. */
const FINAL_KINDS: ReadonlySet<Kind> = new Set(['undo', 'purge', 'suppress', 'anonymise', 'erase']);

export const UNDOABLE_KINDS = (Object.keys(WORDS) as Kind[]).filter((kind) => !FINAL_KINDS.has(kind));

export function operationWords({ action }: Pick<BulkOperation, 'action'>): KindWords {
  return WORDS[action];
}

/** Record each row's outcome; phone fixes only record failures. */
const ROW_OPERATIONS: ReadonlySet<Kind> = new Set([
  'updateHlr',
  'updateWhatsapp',
  'markSoldList',
  'updatePhones',
  'suppress',
  'mergeDuplicates',
]);

/** Returns the counted noun, in the singular. */
export function operationNoun({ action }: Pick<BulkOperation, 'action'>): string {
  if (action === 'mergeDuplicates') return 'group';
  return ROW_OPERATIONS.has(action) ? 'row' : 'lead';
}

export function hasReport({
  action,
  status,
  unchanged,
  refused,
}: Pick<BulkOperation, 'action' | 'status' | 'unchanged' | 'refused'>): boolean {
  if (status === 'processing') return false;
  return ROW_OPERATIONS.has(action) ? unchanged + refused > 0 : action === 'fixPhones' && refused > 0;
}

/** Returns whether an operation changed leads and can still be undone. */
export function canUndoOperation({
  action,
  status,
  changed,
  undone,
}: Pick<BulkOperation, 'action' | 'status' | 'changed' | 'undone'>): boolean {
  return !FINAL_KINDS.has(action) && status !== 'processing' && changed > 0 && !undone;
}

export function operationState({ status, undone }: Pick<BulkOperation, 'status' | 'undone'>): {
  label: string;
  tone: Tone;
} {
  if (undone) return { label: 'Undone', tone: 'neutral' };
  if (status === 'processing') return { label: 'Processing', tone: 'info' };
  if (status === 'canceled') return { label: 'Canceled', tone: 'neutral' };
  return status === 'failed'
    ? { label: 'Failed', tone: 'negative' }
    : { label: 'Completed', tone: 'positive' };
}

const POLL_MS = 700;

/** Query of the latest operations, refetched on opening and polled while one runs or is about to (`busy`), or the server is away. */
export function operationsQuery(kinds: readonly BulkOperation['action'][], busy: boolean) {
  const query = queryOf(listBulk, { query: { kinds: kinds.join(',') } });
  return {
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: BulkOperation[] | undefined; error: unknown } }) =>
      busy || isAway(state.error) || state.data?.some(isOperationRunning) ? POLL_MS : (false as const),
  };
}

function isAway(error: unknown): boolean {
  return error !== null && isPassing(error);
}

export function isOperationRunning({ status }: Pick<BulkOperation, 'status'>): boolean {
  return status === 'processing';
}
