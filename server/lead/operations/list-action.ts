import type { HlrType } from '#contract/phone-checks.ts';
import type { IdentifierType } from '#contract/sales.ts';

/** What a list does to the leads that its rows name. */
export type ListAction =
  | { type: 'updateHlr'; hlrType: HlrType; statusValue: string }
  | { type: 'markSoldList'; identifierType: IdentifierType; customerNumber: string }
  | { type: 'updatePhones' };

/** The lists that are put back by their own rules; a sale is put back as any sale of many leads. */
export type UndoneList = Exclude<ListAction, { type: 'markSoldList' }>;

/** What a list that was typed is called; any other by the name of its file. */
export const MANUAL_ENTRY = 'Manual entry';

/** A row of a list, as it was given. */
export interface ListRow {
  /** As in the file, counted from 1, its header included. */
  rowNumber: number;
  /** A phone, an e-mail or a lead's id. */
  identifier: string;
  /** The status or the phone of this row; null where the list says it for all. */
  value: string | null;
  country: string | null;
}

/** What became of a row. */
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

/** How often each outcome came; one that never came is missing. */
export type OutcomeCounts = Partial<Record<RowOutcome, number>>;

/** A row that is done with. */
export interface RowResult {
  rowNumber: number;
  outcome: RowOutcome;
  leadId: string | null;
  /** What the row names, so that a later one is known to repeat it; null where rows may name the same. */
  key: string | null;
  /** Why nothing changed; null where something did. */
  message: string | null;
}

/** A list as whoever works on it sees it. */
export interface ListWork {
  id: string;
  action: ListAction;
  /** Rows up to this one are done with. */
  cursor: number;
  outcomes: OutcomeCounts;
  /** The name of the file, or that the list was typed. */
  detail: string;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Whether an operation works through a list of rows. */
function isListAction(action: { type: string }): action is ListAction {
  return action.type === 'updateHlr' || action.type === 'markSoldList' || action.type === 'updatePhones';
}

/** What an undo of an operation has to put back: a list of sales is undone as any sale of many leads. */
export function undoneAs<A extends { type: string }>(
  action: A,
): Exclude<A, ListAction> | UndoneList | { type: 'markSold'; customerNumber: string } {
  // TypeScript does not narrow what is left of a type parameter.
  if (!isListAction(action)) return action as Exclude<A, ListAction>;
  const list: ListAction = action;
  return list.type === 'markSoldList' ? { type: 'markSold', customerNumber: list.customerNumber } : list;
}
