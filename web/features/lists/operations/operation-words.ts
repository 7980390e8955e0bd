import type { BulkOperation } from '#contract/bulk.ts';
import type { Tone } from '../../../ui/tone.ts';

type Kind = BulkOperation['action'];

interface KindWords {
  title: string;
  /** What became of what it changed, and of what it could not. */
  changed: string;
  refused: string;
}

/** What the operations of these screens are called, and what they did. */
const WORDS: Partial<Record<Kind, KindWords>> = {
  updateHlr: { title: 'HLR status update', changed: 'Updated', refused: 'Not updated' },
  markSoldList: { title: 'Mark sold', changed: 'Sold', refused: 'Not sold' },
  markSold: { title: 'Mark sold', changed: 'Sold', refused: 'Already sold' },
  returnSale: { title: 'Return sale', changed: 'Returned', refused: 'Not returned' },
  fixPhones: { title: 'Fix phone numbers', changed: 'Fixed', refused: 'Conflicts' },
  updatePhones: { title: 'Update phone numbers', changed: 'Updated', refused: 'Not updated' },
};

/** The words of an operation. */
export function wordsOf({ action }: Pick<BulkOperation, 'action'>): KindWords {
  return WORDS[action] ?? { title: action, changed: 'Changed', refused: 'Refused' };
}

/** Lists keep what became of each of their rows, a fix the numbers that it could not set. */
const LISTS: ReadonlySet<Kind> = new Set(['updateHlr', 'markSoldList', 'updatePhones']);

/** What an operation counts, in the singular. */
export function nounOf({ action }: Pick<BulkOperation, 'action'>): string {
  return LISTS.has(action) ? 'row' : 'lead';
}

/** Whether an operation has a report with something in it. */
export function hasReport({
  action,
  status,
  unchanged,
  refused,
}: Pick<BulkOperation, 'action' | 'status' | 'unchanged' | 'refused'>): boolean {
  if (status === 'processing') return false;
  return LISTS.has(action) ? unchanged + refused > 0 : action === 'fixPhones' && refused > 0;
}

/** Whether there is something to take back, and nobody has yet. */
export function canUndo({
  status,
  changed,
  undone,
}: Pick<BulkOperation, 'status' | 'changed' | 'undone'>): boolean {
  return status !== 'processing' && changed > 0 && !undone;
}

/** How an operation stands, as a badge says it. */
export function stateOf({ status, undone }: Pick<BulkOperation, 'status' | 'undone'>): {
  label: string;
  tone: Tone;
} {
  if (undone) return { label: 'Undone', tone: 'neutral' };
  if (status === 'processing') return { label: 'Processing', tone: 'info' };
  return status === 'failed'
    ? { label: 'Failed', tone: 'negative' }
    : { label: 'Completed', tone: 'positive' };
}
