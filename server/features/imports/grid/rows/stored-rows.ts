import type { StoredRow } from '../../record/stored-row-writes.ts';
import { type OwnState, type RowContact, withLeads } from './evaluate-row.ts';
import { OUTCOME } from './grid-row.ts';
import type { GridProblem, ProblemList } from './problem-list.ts';

/** Problem of a stored row whose lead is gone. */
export const LEAD_DELETED: GridProblem = {
  code: 'lead_deleted',
  column: null,
  field: null,
  message: 'The lead of this row was deleted',
  severity: 'error',
};

/**
 * Returns the state of a row that an import stored: its lead may have its email and phone, other leads may not, and
 * without its lead there is nothing to update.
 * @param holders leads by their emails and phones
 */
export function storedState(
  state: OwnState,
  contact: RowContact,
  { leadId, isDeleted }: Pick<StoredRow, 'leadId' | 'isDeleted'>,
  holders: ReadonlyMap<string, string>,
  problems: ProblemList,
): OwnState {
  if (isDeleted && state.own === OUTCOME.imported) {
    const tags = [...(state.tags ?? []), problems.placeOf(LEAD_DELETED)];
    return { ...state, own: OUTCOME.skipped, tags };
  }
  return withLeads(state, contact, (identity) => (holders.get(identity) ?? leadId) !== leadId);
}
