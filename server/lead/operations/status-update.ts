import type { HlrType } from '#contract/phone-checks.ts';
import type { SaleTerms } from '#contract/sale-terms.ts';
import type { IdentifierType } from '#contract/sales.ts';

/** Sale of the leads that the rows of a list name. */
export interface MarkSoldUpdate extends SaleTerms {
  type: 'markSoldList';
  identifierType: IdentifierType;
  customerNumber: string;
}

export type StatusUpdateAction =
  | { type: 'updateHlr'; hlrType: HlrType; statusValue: string }
  | MarkSoldUpdate
  | { type: 'updatePhones' };

/** Sales are undone like any bulk sale. */
export type UndoableStatusUpdate = Exclude<StatusUpdateAction, { type: 'markSoldList' }>;

/** Others have the name of their file. */
export const MANUAL_ENTRY = 'Manual entry';

/** A row of a status update, as submitted. */
export interface StatusUpdateRow {
  /** Row number in the file, counted from 1 including the header. */
  rowNumber: number;
  /** A phone, an email or a lead id. */
  identifier: string;
  /** Null where all rows have the same. */
  value: string | null;
  country: string | null;
}

/** Possible outcomes of a row. */
export const ROW_OUTCOMES = [
  'changed',
  'unchanged',
  'not_found',
  'invalid',
  'ambiguous',
  'conflict',
  'already_sold',
  'repeated',
] as const;

export type RowOutcome = (typeof ROW_OUTCOMES)[number];

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

/** A status update as its worker needs it. */
export interface StatusUpdateWork {
  id: string;
  action: StatusUpdateAction;
  /** Number of the last processed row. */
  cursor: number;
  outcomes: OutcomeCounts;
  /** The file's name, or MANUAL_ENTRY for typed identifiers. */
  detail: string;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Returns true when an operation is a status update. */
function isStatusUpdate(action: { type: string }): action is StatusUpdateAction {
  return action.type === 'updateHlr' || action.type === 'markSoldList' || action.type === 'updatePhones';
}

/** A sale from a file is undone like any bulk sale. */
export function undoneAs<A extends { type: string }>(
  action: A,
): Exclude<A, StatusUpdateAction> | UndoableStatusUpdate | { type: 'markSold'; customerNumber: string } {
  // TypeScript doesn't narrow the rest of a type parameter.
  if (!isStatusUpdate(action)) return action as Exclude<A, StatusUpdateAction>;
  const update: StatusUpdateAction = action;
  return update.type === 'markSoldList'
    ? { type: 'markSold', customerNumber: update.customerNumber }
    : update;
}
