import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';

/** What the bulk bar offers. */
export type BulkKind = BulkAction['type'];

export interface BulkWords {
  /** On the button and as the dialog's title. */
  title: string;
  /** Says to how many leads it happens; the primary button reads the same. */
  confirm: (leads: string) => string;
  /** The toast once it is done. */
  done: string;
  pending: string;
}

/** What each action is called. */
export const BULK_WORDS: Record<BulkKind, BulkWords> = {
  status: {
    title: 'Set Status',
    confirm: (leads) => `Set status of ${leads}`,
    done: 'Status set',
    pending: 'Setting status...',
  },
  addTags: {
    title: 'Add Tags',
    confirm: (leads) => `Add tags to ${leads}`,
    done: 'Tags added',
    pending: 'Adding tags...',
  },
  removeTags: {
    title: 'Remove Tags',
    confirm: (leads) => `Remove tags from ${leads}`,
    done: 'Tags removed',
    pending: 'Removing tags...',
  },
  markSold: {
    title: 'Mark Sold',
    confirm: (leads) => `Mark ${leads} as sold`,
    done: 'Marked as sold',
    pending: 'Marking as sold...',
  },
  delete: {
    title: 'Delete',
    confirm: (leads) => `Delete ${leads}`,
    done: 'Moved to the bin',
    pending: 'Deleting...',
  },
  restore: {
    title: 'Restore',
    confirm: (leads) => `Restore ${leads}`,
    done: 'Restored from the bin',
    pending: 'Restoring...',
  },
};

/** What a dialog has gathered for an action. */
export interface BulkInput {
  status: string;
  tags: readonly string[];
  customerNumber: string;
}

/** The action of a kind, or null while what it needs is missing. */
export function actionOf(kind: BulkKind, input: BulkInput): BulkAction | null {
  const status = input.status.trim();
  const customerNumber = input.customerNumber.trim();
  const tags = [...input.tags];
  if (kind === 'status') return status === '' ? null : { type: kind, status };
  if (kind === 'markSold') return customerNumber === '' ? null : { type: kind, customerNumber };
  if (kind === 'addTags' || kind === 'removeTags') return tags.length === 0 ? null : { type: kind, tags };
  return { type: kind };
}

const REFUSED: Record<BulkOperation['action'], string> = {
  status: 'refused',
  addTags: 'refused',
  removeTags: 'refused',
  markSold: 'already sold to another customer',
  delete: 'refused',
  restore: 'refused, their e-mail or phone is taken',
  undo: 'kept, changed meanwhile',
};

/** How an operation ended, in one sentence: changed, unchanged, refused. */
export function outcomeOf({ action, changed, unchanged, refused }: BulkOperation): string {
  const parts = [`${formatCount(changed, 'lead')} changed`];
  if (unchanged > 0) parts.push(`${formatNumber(unchanged)} unchanged`);
  if (refused > 0) parts.push(`${formatNumber(refused)} ${REFUSED[action]}`);
  return parts.join(', ');
}
