import type { Sql } from 'sql-template-tag';

/** A condition that the lead index knows nothing of, so that rows are read. */
export interface LeadCondition {
  /** SQL over a row of `leads`. */
  clause: Sql;
  /** Whether an index of its own finds the leads, which are few: they are all read, then sorted. */
  isFew?: true;
  /** Clause of the ids that the leads have, where these lie in a range. */
  ids?: (id: Sql) => Sql;
}
