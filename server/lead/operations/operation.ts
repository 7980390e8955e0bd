import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { HlrType } from '#contract/phone-checks.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import type { IdentifierType } from '#contract/sales.ts';
import type { Editor } from '../../platform/http/actor.ts';

/** A user's selection, all leads without an email, or the leads that the operation's own rows name. */
export type OperationSource = LeadSelection | { noEmail: true } | { rows: true };

/** Leads that are found without rows. */
export type StoredSelection = Exclude<OperationSource, { rows: true }>;

export interface DeliveryFile extends LeadSort {
  format: 'csv' | 'xlsx';
  columns?: string[] | undefined;
}

/** Sale of the leads that the rows of a list name. */
export interface MarkSoldList extends SaleTerms {
  type: 'markSoldList';
  identifierType: IdentifierType;
  customerNumber: string;
}

/** An action whose rows name leads. */
export type ListAction =
  | { type: 'updateHlr'; hlrType: HlrType; statusValue: string }
  | MarkSoldList
  | { type: 'updatePhones' };

/** An action on selected leads: one that users choose, or fixing phones. */
export type LeadAction =
  | Exclude<BulkAction, { type: 'returnSale' | 'markSold' }>
  /** With `file`, a sale that is delivered in a file. */
  | (Extract<BulkAction, { type: 'markSold' }> & { file?: DeliveryFile })
  /** With `anyTime`, an administrator's return, which no return window limits. */
  | (Extract<BulkAction, { type: 'returnSale' }> & { anyTime?: boolean })
  | { type: 'fixPhones' };

export type UndoAction = { type: 'undo'; of: LeadAction | ListAction };

export type StoredAction = LeadAction | ListAction | UndoAction;

/** Leads from `low` up to but excluding `cursor` remain, newest first. */
export interface Lane {
  low: string;
  cursor: string;
}

/** Bounds below and above the ids of all leads. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An operation about to start. */
export interface NewOperation {
  id: string;
  action: StoredAction;
  selection: OperationSource;
  /** Number of selected leads or rows. */
  total: number;
  /** Leads created later have greater ids and stay. */
  upTo: string;
  /** Id ranges processed concurrently; none for rows. */
  lanes: readonly Lane[];
  /** The operation that this one undoes. */
  undoes: string | null;
  /** The name of a list's file, or MANUAL_ENTRY; null for selected leads. */
  detail: string | null;
  editor: Editor;
}

/** An operation as its worker needs it. */
export interface OperationWork extends Omit<NewOperation, 'editor'> {
  /** Leads or rows processed. */
  done: number;
  /** Number of the last processed row. */
  rowCursor: number;
  outcomes: OutcomeCounts;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Outcome of the leads or rows of a batch. */
export type Counts = Pick<BulkOperation, 'changed' | 'unchanged' | 'refused'>;

/** Lists have the name of their file, or this. */
export const MANUAL_ENTRY = 'Manual entry';

/** A row of a list, as submitted. */
export interface ListRow {
  /** Row number in the file, counted from 1 including the header. */
  rowNumber: number;
  /** A phone, an email or a lead id. */
  identifier: string;
  /** Null where all rows have the same. */
  value: string | null;
  country: string | null;
}

/** The counter that each outcome of a row adds to. */
export const COUNTED_AS = {
  changed: 'changed',
  unchanged: 'unchanged',
  repeated: 'unchanged',
  not_found: 'refused',
  invalid: 'refused',
  ambiguous: 'refused',
  conflict: 'refused',
  already_sold: 'refused',
} as const satisfies Record<string, keyof Counts>;

export type RowOutcome = keyof typeof COUNTED_AS;

/** Number of rows by outcome; outcomes that didn't occur are missing. */
export type OutcomeCounts = Partial<Record<RowOutcome, number>>;

/** The result of a processed row. */
export interface RowResult {
  rowNumber: number;
  outcome: RowOutcome;
  leadId: string | null;
  /** By which later rows are repetitions; null where these are allowed. */
  key: string | null;
  /** The reason why nothing changed; null for a change. */
  message: string | null;
}

/** Returns true when the operation works on leads in the trash. */
export function worksOnTrash(action: StoredAction): boolean {
  return (
    action.type === 'restore' ||
    action.type === 'purge' ||
    (action.type === 'undo' && action.of.type === 'delete')
  );
}
