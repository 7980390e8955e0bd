import { lookUpTogether } from '../../platform/db/planner.ts';
import { LOG_CHANGED, LOG_JOIN, LOGGED_OF_CHANGED } from './change-log.ts';
import { FOLDED_COLUMNS, type FoldedColumns, foldedTextsOf } from './folded-texts.ts';
import { changesSearched, SEARCH_CHANGED, SEARCHED_OF_CHANGED } from './search-text.ts';
import type { StoreTransaction } from './transaction-id.ts';

// A change whose values only the statement knows can't fold them: it puts the leads into `leads_to_fold`, and the store folds them behind it.

const CUSTOM_DATA = 'custom_data';

function unfoldedColumns(set: readonly string[]): string[] {
  const assigned = set.join(', ');
  if (/\bfolded = /.test(assigned)) return [];
  return [...FOLDED_COLUMNS, CUSTOM_DATA].filter((column) => new RegExp(`\\b${column} = `).test(assigned));
}

/** For `TO_FOLD`: any of the columns has, or had, a folded text. */
function isUnfolded(columns: readonly string[]): string {
  const held = `(${columns.map((column) => `coalesce(l.${column}::text, '')`).join(' || ')}) ~ '[^ -~]'`;
  const texts = columns.filter((column) => column !== CUSTOM_DATA);
  const had = [
    ...(texts.length > 0 ? [`l.folded -> 'fields' ?| ARRAY['${texts.join("', '")}']`] : []),
    ...(texts.length < columns.length ? ["l.folded ? 'custom'"] : []),
  ];
  return `(${held} OR coalesce(${had.join(' OR ')}, false)) AS is_unfolded`;
}

const TO_FOLD = `
  to_fold AS (
    INSERT INTO leads_to_fold (organization_id, lead_id) SELECT $1, id FROM changed WHERE is_unfolded ON CONFLICT DO NOTHING
  )`;

/** Returns the recorded leads and removes the record. */
function takeUnfolded(tx: StoreTransaction): Promise<(FoldedColumns & { id: string })[]> {
  return tx.query<FoldedColumns & { id: string }>(
    `WITH taken AS (DELETE FROM leads_to_fold WHERE organization_id = $1 RETURNING lead_id)
     SELECT id, ${FOLDED_COLUMNS.join(', ')}, custom_data FROM leads
     WHERE organization_id = $1 AND id IN (SELECT lead_id FROM taken) ORDER BY id`,
    [tx.organizationId],
  );
}

/**
 * A change of leads in SQL: `p` is a row of the source, `b` the lead before, `l` after it; `$1` the organization, the caller defines the
 * others.
 */
interface LeadChange {
  /** Names the leads in a column `id`; further columns are values of the change. */
  source: string;
  /** JOINs of other tables to `p` and `b`. */
  joins?: string;
  set: readonly string[];
  /** On `p` and `b`; without one, all leads change. */
  when?: string;
  /** For a clean-up or a part of another change. */
  keepsVersion?: true;
  returning?: readonly string[];
  /** Use `changed` or `picked` (the source). */
  also?: readonly string[];
  /** The SELECT that ends the statement. */
  result?: string;
}

/** Source of the one lead whose id is `$2`. */
export const ONE_LEAD = 'SELECT $2::uuid AS id';

/**
 * Changes leads with searched texts and log entries in one statement; a second folds texts that only the first knew. The transaction must
 * have locked the leads.
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
  // The planner can't look into a CASE: it neither joins by the condition nor reads an index partial by it.
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
