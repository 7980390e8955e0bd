import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { UndoneList } from './list-action.ts';

/** What an operation works on: leads that were chosen, or all without an e-mail. */
export type StoredSelection = LeadSelection | { noEmail: true };

/** What an operation does to leads: an action of the user's choice, or a work of its own. */
export type WorkAction = BulkAction | { type: 'fixPhones' };

/** What an operation does, or putting back what another one did. */
export type StoredAction = WorkAction | { type: 'undo'; of: WorkAction | UndoneList };

/** Leads with ids from `low` to below `cursor`; those are left to do, newest first. */
export interface Lane {
  low: string;
  cursor: string;
}

/** Below and above the ids of all leads. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A bulk operation as whoever works on it sees it. */
export interface BulkWork {
  id: string;
  action: StoredAction;
  selection: StoredSelection;
  /** Leads of the selection when the operation began. */
  total: number;
  /** Parts of the organization's leads that are worked on at once. */
  lanes: Lane[];
  /** Leads made after the operation began have greater ids and are not its to change. */
  upTo: string;
  /** The operation that is undone. */
  undoes: string | null;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** What became of the leads of a batch. */
export type BulkCounts = Pick<BulkOperation, 'changed' | 'unchanged' | 'refused'>;

/** Does the operation's work on leads that the transaction has locked. */
export type BatchChange = (
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
) => Promise<BulkCounts>;

/** Whether the operation works on leads that are in the bin. */
export function worksOnBin(action: StoredAction): boolean {
  return action.type === 'restore' || (action.type === 'undo' && action.of.type === 'delete');
}
