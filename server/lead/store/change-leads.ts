import { lookUpTogether } from '../../platform/db/planner.ts';
import { LOG_CHANGED, LOG_JOIN, LOGGED_OF_CHANGED } from './change-log.ts';
import { FOLDED_COLUMNS, type FoldedColumns, foldedTextsOf } from './folded-texts.ts';
import { changesSearched, SEARCH_CHANGED, SEARCHED_OF_CHANGED } from './search-text.ts';
import type { StoreTransaction } from './transaction-id.ts';

// A change whose values only the statement knows, such as a sale or an undo, can't fold them. It puts the leads concerned into
// `leads_to_fold`, and the store folds them right behind it.

/** Returns the columns that assignments change without their folded texts. */
function unfoldedColumns(set: readonly string[]): string[] {
  const assigned = set.join(', ');
  if (/\bfolded = /.test(assigned)) return [];
  return FOLDED_COLUMNS.filter((column) => new RegExp(`\\b${column} = `).test(assigned));
}

/** Column that the RETURNING of an UPDATE of leads `l` adds for `TO_FOLD`: any of the columns has, or had, a folded text. */
function isUnfolded(columns: readonly string[]): string {
  const held = `(${columns.map((column) => `coalesce(l.${column}, '')`).join(' || ')}) ~ '[^ -~]'`;
  const had = `coalesce(l.folded -> 'fields' ?| ARRAY['${columns.join("', '")}'], false)`;
  return `(${held} OR ${had}) AS is_unfolded`;
}

/** CTE that records the leads of the CTE `changed` whose texts have to be folded. */
const TO_FOLD = `
  to_fold AS (
    INSERT INTO leads_to_fold (organization_id, lead_id) SELECT $1, id FROM changed WHERE is_unfolded ON CONFLICT DO NOTHING
  )`;

/** Returns the leads that were recorded, and removes the record. */
function takeUnfolded(tx: StoreTransaction): Promise<(FoldedColumns & { id: string })[]> {
  return tx.query<FoldedColumns & { id: string }>(
    `WITH taken AS (DELETE FROM leads_to_fold WHERE organization_id = $1 RETURNING lead_id)
     SELECT id, ${FOLDED_COLUMNS.join(', ')}, custom_data FROM leads
     WHERE organization_id = $1 AND id IN (SELECT lead_id FROM taken) ORDER BY id`,
    [tx.organizationId],
  );
}

/**
 * Description of a change of leads, in SQL: `p` is a row of the source, `b` the lead before the change and `l` after it.
 * `$1` is the organization; the caller defines the other parameters.
 */
export interface LeadChange {
  /** SELECT that names the leads in a column `id`; further columns are values of the change. */
  source: string;
  /** JOINs of other tables to `p` and `b`. */
  joins?: string;
  set: readonly string[];
  /** Condition on `p` and `b` for a lead to be changed; without one, all leads are. */
  when?: string;
  /** Keeps the lead's version and time of last update, for a clean-up or a part of another change. */
  keepsVersion?: true;
  /** Columns of the CTE `changed` next to `id` and `version`. */
  returning?: readonly string[];
  /** CTEs that use `changed` or `picked` (the source): events, sales, counts. */
  also?: readonly string[];
  /** The SELECT that ends the statement. */
  result?: string;
}

/** Source of the one lead whose id is `$2`. */
export const ONE_LEAD = 'SELECT $2::uuid AS id';

/**
 * Changes leads with their searched texts and log entries, in one statement; a second one folds texts that only the first one
 * knew. The transaction must have locked the leads; otherwise `b` may be outdated and the log wrong.
 */
export async function changeLeads<R extends Record<string, unknown>>(
  tx: StoreTransaction,
  change: LeadChange,
  values: readonly unknown[],
): Promise<R[]> {
  const run = () => tx.query<R>(statementOf(change), [...values]);
  const rows = await (change.source === ONE_LEAD ? run() : lookUpTogether(tx, run));
  if (unfoldedColumns(change.set).length > 0) await foldChanged(tx);
  return rows;
}

async function foldChanged(tx: StoreTransaction): Promise<void> {
  const leads = await takeUnfolded(tx);
  if (leads.length === 0) return;
  await changeLeads(
    tx,
    {
      source: 'SELECT * FROM unnest($2::uuid[], $3::jsonb[]) AS p (id, folded)',
      set: ['folded = p.folded'],
      keepsVersion: true,
    },
    [tx.organizationId, leads.map(({ id }) => id), leads.map(foldedTextsOf)],
  );
}

function statementOf(change: LeadChange): string {
  const { source, joins = '', set, when = 'true', returning = [], also = [], result = 'SELECT' } = change;
  const versioned = change.keepsVersion ? [] : ['version = l.version + 1', 'updated_at = now()'];
  const [searchedOfChanged, searchChanged] = changesSearched(set)
    ? [[SEARCHED_OF_CHANGED], [SEARCH_CHANGED]]
    : [[], []];
  const unfolded = unfoldedColumns(set);
  const [unfoldedOfChanged, toFold] = unfolded.length > 0 ? [[isUnfolded(unfolded)], [TO_FOLD]] : [[], []];
  const returned = [
    'l.id',
    'l.version',
    ...returning,
    ...searchedOfChanged,
    ...unfoldedOfChanged,
    LOGGED_OF_CHANGED,
  ];
  // The planner can't look into a CASE, so that it neither joins by the condition nor reads an index that is partial by it.
  const left = `CASE WHEN ${when} THEN true ELSE false END`;
  const byIds = (alias: string): string => {
    const key = `${alias}.organization_id = $1 AND ${alias}.id = p.id`;
    return source === ONE_LEAD ? key : `${key} AND ${alias}.id = ANY (ARRAY(SELECT id FROM picked))`;
  };
  const parts = [
    `picked AS (${source})`,
    `changed AS (
       UPDATE leads l SET ${[...set, ...versioned].join(', ')}
       FROM picked p JOIN leads b ON ${byIds('b')} ${joins}
         ${LOG_JOIN}
       WHERE ${byIds('l')} AND ${left}
       RETURNING ${returned.join(', ')}
     )`,
    ...searchChanged,
    ...toFold,
    LOG_CHANGED,
    ...also,
  ];
  return `WITH ${parts.join(', ')} ${result}`;
}
