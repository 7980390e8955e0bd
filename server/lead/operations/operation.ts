import type { BulkAction, BulkOperation, LeadSelection } from '#contract/bulk.ts';
import type { LeadSort } from '#contract/lead-sort.ts';
import type { HlrType } from '#contract/phone-checks.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import type { IdentifierType } from '#contract/sales.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { RetainedFilter } from '../conditions/asked.ts';

/**
 * A user's selection, leads of a retention rule, leads changed by another operation, all leads without an email, or the leads named
 * in the operation's rows.
 */
export type OperationSource =
  | LeadSelection
  | { filter: RetainedFilter }
  | { changedBy: string }
  | { noEmail: true }
  | { rows: true };

/** Leads that are found without rows. */
export type StoredSelection = Exclude<OperationSource, { rows: true }>;

export interface DeliveryFile extends LeadSort {
  format: 'csv' | 'xlsx';
  columns?: string[] | undefined;
}

/** The order that a sale goes through, with its name as it was. */
export interface SaleOrder {
  id: string;
  name: string;
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

/** An action on rows: of a list, or each a group of duplicates. */
export type RowAction =
  | ListAction
  /** With an import, only groups with one of its new leads. */
  | { type: 'mergeDuplicates'; importId?: string };

/** An action on selected leads: one that users choose, or fixing phones. */
export type LeadAction =
  | Exclude<BulkAction, { type: 'returnSale' | 'markSold' | 'delete' }>
  /** With `retention`, the run of a retention rule, whose job works on the operation. */
  | { type: 'delete'; retention?: string }
  | { type: 'anonymise' | 'erase'; retention: string }
  /** With `file`, a sale that is delivered in a file; with `order`, one that the order decides about. */
  | (Extract<BulkAction, { type: 'markSold' }> & { file?: DeliveryFile; order?: SaleOrder })
  /** With `anyTime`, an administrator's return, which no return window limits. */
  | (Extract<BulkAction, { type: 'returnSale' }> & { anyTime?: boolean })
  | { type: 'fixPhones' };

export type UndoAction = { type: 'undo'; of: LeadAction | RowAction };

/** Entries of a file for a suppression list, read in a request. */
export interface SuppressAction {
  type: 'suppress';
  /** Name of the list. */
  list: string;
}

export type StoredAction = LeadAction | RowAction | SuppressAction | UndoAction;

/** Leads from `low` up to but excluding `cursor` remain, newest first. */
export interface Lane {
  low: string;
  cursor: string;
}

/** Bounds below and above the ids of all leads. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A user with the call, or a job for one. */
export type OperationEditor = Pick<Editor, 'actor'> & { origin: Editor['origin'] | null };

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
  editor: OperationEditor;
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
export type Counts = Pick<BulkOperation, 'changed' | 'unchanged' | 'refused'> & {
  /** Among the refused. */
  suppressed?: number;
  /** Names of the lists that they are on. */
  lists?: readonly string[];
  /** Refused for lack of consent; `refused` counts them too. */
  noConsent?: number;
};

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
  suppressed: 'refused',
  no_consent: 'refused',
  /** By an order; the row's key is the reason. */
  refused: 'refused',
} as const satisfies Record<string, 'changed' | 'unchanged' | 'refused'>;

export type RowOutcome = keyof typeof COUNTED_AS;

/** Number of rows by outcome; outcomes that didn't occur are missing. */
export type OutcomeCounts = Partial<Record<RowOutcome, number>>;

export interface RowResult {
  rowNumber: number;
  outcome: RowOutcome;
  leadId: string | null;
  /** By which later rows are repetitions; null where these are allowed. */
  key: string | null;
  /** The reason why nothing changed; null for a change. */
  message: string | null;
  /** Names of the lists that a suppressed person is on. */
  lists?: readonly string[];
}

/** Returns true when the operation works on leads in the trash. */
export function worksOnTrash(action: StoredAction): boolean {
  return (
    action.type === 'restore' ||
    action.type === 'purge' ||
    (action.type === 'undo' && action.of.type === 'delete')
  );
}
