import type { BulkAction } from '#contract/bulk.ts';

/** What the bulk bar offers. */
export type BulkKind = BulkAction['type'];

/** What each action is called, on its button and as its dialog's title; by itself, as the list needs no more of them. */
export const BULK_TITLES: Record<BulkKind, string> = {
  status: 'Set Status',
  addTags: 'Add Tags',
  removeTags: 'Remove Tags',
  markSold: 'Mark Sold',
  returnSale: 'Return Sale',
  delete: 'Delete',
  restore: 'Restore',
};
