import { LOG_CHANGED, LOG_JOIN, LOGGED_OF_CHANGED } from './change-log.ts';
import { SEARCH_CHANGED, SEARCHED_OF_CHANGED } from './search-text.ts';
import type { StoreTransaction } from './transaction-id.ts';

/**
 * A change of leads as data, in SQL: `p` is a row of the source, `b` the lead before the change and `l` after it. `$1` is
 * the organization, the other parameters are the feature's own.
 */
export interface LeadChange {
  /** SELECT that names the leads in a column `id`; further columns are values of the change. */
  source: string;
  /** JOINs of other tables to `p` and `b`. */
  joins?: string;
  set: readonly string[];
  /** Condition on `p` and `b` for a lead to be changed; all are without one. */
  when?: string;
  /** A part of another change, or a clean-up: the lead keeps its version and the time of its last update. */
  keepsVersion?: true;
  /** Columns of the CTE `changed` beside `id` and `version`. */
  returning?: readonly string[];
  /** CTEs that use `changed` or `picked` (the source): events, sales, counts. */
  also?: readonly string[];
  /** The SELECT that ends the statement. */
  result?: string;
}

/** Source of the one lead whose id is `$2`. */
export const ONE_LEAD = 'SELECT $2::uuid AS id';

/**
 * Changes leads with their searched texts and log entries, in one statement. The transaction has locked the leads: only
 * then are `b` the values that are replaced, and the log right.
 */
export function changeLeads<R extends Record<string, unknown>>(
  tx: StoreTransaction,
  change: LeadChange,
  values: readonly unknown[],
): Promise<R[]> {
  return tx.query<R>(statementOf(change), [...values]);
}

function statementOf(change: LeadChange): string {
  const { source, joins = '', set, when = 'true', returning = [], also = [], result = 'SELECT' } = change;
  const versioned = change.keepsVersion ? [] : ['version = l.version + 1', 'updated_at = now()'];
  const returned = ['l.id', 'l.version', ...returning, SEARCHED_OF_CHANGED, LOGGED_OF_CHANGED];
  const parts = [
    `picked AS (${source})`,
    `changed AS (
       UPDATE leads l SET ${[...set, ...versioned].join(', ')}
       FROM picked p JOIN leads b ON b.organization_id = $1 AND b.id = p.id ${joins}
         ${LOG_JOIN}
       WHERE l.organization_id = $1 AND l.id = p.id AND ${when}
       RETURNING ${returned.join(', ')}
     )`,
    SEARCH_CHANGED,
    LOG_CHANGED,
    ...also,
  ];
  return `WITH ${parts.join(', ')} ${result}`;
}
