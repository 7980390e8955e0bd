import type { BulkAction } from '#contract/bulk.ts';

export type BulkKind = BulkAction['type'];

/** Titles of buttons and dialogs, all the lead list needs before a selection. */
export const BULK_TITLES: Record<BulkKind, string> = {
  status: 'Set Status',
  setField: 'Set Field',
  addTags: 'Add Tags',
  removeTags: 'Remove Tags',
  assign: 'Assign',
  note: 'Add Note',
  markSold: 'Mark Sold',
  returnSale: 'Return Sale',
  delete: 'Delete',
  restore: 'Restore',
  purge: 'Delete Forever',
};
