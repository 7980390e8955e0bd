import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { UndoableStatusUpdate } from './status-update.ts';

/** A user's selection, or all leads without an email. */
export type StoredSelection = LeadSelection | { noEmail: true };

export interface DeliveryFile extends LeadSort {
  format: 'csv' | 'xlsx';
  columns?: string[] | undefined;
}

/** An operation's action: one that users choose, or fixing phones. */
export type WorkAction =
  | Exclude<BulkAction, { type: 'returnSale' | 'markSold' }>
  /** With `file`, a sale that is delivered in a file. */
  | (Extract<BulkAction, { type: 'markSold' }> & { file?: DeliveryFile })
  /** With `anyTime`, an administrator's return, which no return window limits. */
  | (Extract<BulkAction, { type: 'returnSale' }> & { anyTime?: boolean })
  | { type: 'fixPhones' };

/** An operation's action, or the undo of another operation's. */
export type StoredAction = WorkAction | { type: 'undo'; of: WorkAction | UndoableStatusUpdate };

/** Leads from `low` up to but excluding `cursor` remain, newest first. */
export interface Lane {
  low: string;
  cursor: string;
}

/** Bounds below and above the ids of all leads. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A bulk operation as its worker needs it. */
export interface BulkWork {
  id: string;
  action: StoredAction;
  selection: StoredSelection;
  /** Number of selected leads when the operation started. */
  total: number;
  /** Id ranges processed concurrently. */
  lanes: Lane[];
  /** Leads created later have greater ids and stay. */
  upTo: string;
  /** The operation that this one undoes. */
  undoes: string | null;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Outcome of the leads of a batch. */
export type BulkCounts = Pick<BulkOperation, 'changed' | 'unchanged' | 'refused'>;

/** Applies the operation to leads that the transaction has locked. */
export type BatchChange = (
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
) => Promise<BulkCounts>;

/** Returns true when the operation works on leads in the trash. */
export function worksOnTrash(action: StoredAction): boolean {
  return (
    action.type === 'restore' ||
    action.type === 'purge' ||
    (action.type === 'undo' && action.of.type === 'delete')
  );
}
