import type { BulkAction } from '#contract/bulk.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import type { BulkKind } from './bulk-titles.ts';

type SetFieldAction = Extract<BulkAction, { type: 'setField' }>;

interface BulkWords {
  /** Label of the primary button. */
  confirm: (leads: string) => string;
  /** Toast title. */
  done: string;
  pending: string;
}

export const BULK_WORDS: Record<BulkKind, BulkWords> = {
  status: {
    confirm: (leads) => `Set Status for ${leads}`,
    done: 'Status set',
    pending: 'Setting status...',
  },
  setField: {
    confirm: (leads) => `Set Field for ${leads}`,
    done: 'Field set',
    pending: 'Setting field...',
  },
  addTags: {
    confirm: (leads) => `Add Tags to ${leads}`,
    done: 'Tags added',
    pending: 'Adding tags...',
  },
  removeTags: {
    confirm: (leads) => `Remove Tags from ${leads}`,
    done: 'Tags removed',
    pending: 'Removing tags...',
  },
  assign: {
    confirm: (leads) => `Assign ${leads}`,
    done: 'Leads assigned',
    pending: 'Assigning...',
  },
  note: {
    confirm: (leads) => `Add Note to ${leads}`,
    done: 'Note added',
    pending: 'Adding note...',
  },
  markSold: {
    confirm: (leads) => `Mark ${leads} as Sold`,
    done: 'Marked as sold',
    pending: 'Marking as sold...',
  },
  returnSale: {
    confirm: (leads) => `Return ${leads}`,
    done: 'Sale returned',
    pending: 'Returning...',
  },
  delete: {
    confirm: (leads) => `Delete ${leads}`,
    done: 'Moved to the bin',
    pending: 'Deleting...',
  },
  restore: {
    confirm: (leads) => `Restore ${leads}`,
    done: 'Restored from the bin',
    pending: 'Restoring...',
  },
  purge: {
    confirm: (leads) => `Delete ${leads} Forever`,
    done: 'Deleted forever',
    pending: 'Deleting...',
  },
};

export interface BulkInput {
  status: string;
  tags: readonly string[];
  customerNumber: string;
  /** Null while nothing is chosen. */
  owners: readonly string[] | null;
  note: string;
  /** Null while incomplete. */
  setField?: Pick<SetFieldAction, 'field' | 'value'> | null;
  /** Price of each lead; null while invalid. */
  terms?: SaleTerms | null;
  reason?: string | undefined;
}

/** Returns the action, or null while required input is missing. */
export function actionOf(kind: BulkKind, input: BulkInput): BulkAction | null {
  const status = input.status.trim();
  const customerNumber = input.customerNumber.trim();
  const tags = [...input.tags];
  if (kind === 'status') return status === '' ? null : { type: kind, status };
  if (kind === 'setField') return input.setField ? { type: kind, ...input.setField } : null;
  if (kind === 'note') return input.note.trim() === '' ? null : { type: kind, text: input.note.trim() };
  if (kind === 'assign') return input.owners && { type: kind, owners: [...input.owners] };
  if (kind === 'markSold') {
    if (customerNumber === '' || input.terms === null) return null;
    return { type: kind, customerNumber, ...input.terms };
  }
  if (kind === 'returnSale') {
    return input.reason === undefined ? { type: kind } : { type: kind, reason: input.reason };
  }
  if (kind === 'addTags' || kind === 'removeTags') return tags.length === 0 ? null : { type: kind, tags };
  return { type: kind };
}
