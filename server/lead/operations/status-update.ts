import type { HlrType } from '#contract/phone-checks.ts';
import type { IdentifierType } from '#contract/sales.ts';

/** The action of a status update on the leads that its rows name. */
export type ListAction =
  | { type: 'updateHlr'; hlrType: HlrType; statusValue: string }
  | { type: 'markSoldList'; identifierType: IdentifierType; customerNumber: string }
  | { type: 'updatePhones' };

/** Status updates with undo rules of their own. Sales are undone like any bulk sale. */
export type UndoneList = Exclude<ListAction, { type: 'markSoldList' }>;

/** Detail of a status update from typed identifiers; others have the name of their file. */
export const MANUAL_ENTRY = 'Manual entry';

/** A row of a status update, as submitted. */
export interface ListRow {
  /** Row number in the file, counted from 1 including the header. */
  rowNumber: number;
  /** A phone, an e-mail or a lead id. */
  identifier: string;
  /** The row's status or phone; null where one status applies to all rows. */
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
  /** Normalized identifier by which later rows are recognized as repetitions; null where repetitions are allowed. */
  key: string | null;
  /** The reason why nothing changed; null for a change. */
  message: string | null;
}

/** A status update as its worker needs it. */
export interface ListWork {
  id: string;
  action: ListAction;
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
function isListAction(action: { type: string }): action is ListAction {
  return action.type === 'updateHlr' || action.type === 'markSoldList' || action.type === 'updatePhones';
}

/** Returns the action that an undo has to revert: a sale from a file is undone like any bulk sale. */
export function undoneAs<A extends { type: string }>(
  action: A,
): Exclude<A, ListAction> | UndoneList | { type: 'markSold'; customerNumber: string } {
  // TypeScript doesn't narrow the rest of a type parameter.
  if (!isListAction(action)) return action as Exclude<A, ListAction>;
  const list: ListAction = action;
  return list.type === 'markSoldList' ? { type: 'markSold', customerNumber: list.customerNumber } : list;
}
