import type { BulkAction } from '#contract/bulk.ts';

/** Kinds of bulk actions. */
export type BulkKind = BulkAction['type'];

/**
 * Titles of the actions' buttons and dialogs; in a file of their own, because the lead list needs no more
 * than these.
 */
export const BULK_TITLES: Record<BulkKind, string> = {
  status: 'Set Status',
  setField: 'Set Field',
  addTags: 'Add Tags',
  removeTags: 'Remove Tags',
  markSold: 'Mark Sold',
  returnSale: 'Return Sale',
  delete: 'Delete',
  restore: 'Restore',
  purge: 'Delete Forever',
};
