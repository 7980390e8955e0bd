import { lookUpTogether } from '../../platform/db/planner.ts';
import { askLists, entryForms, holdLists, isHit } from '../suppression/suppression-reads.ts';
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

/** Email or valid phone of a lead may change, or it leaves the trash. */
const CONTACT = /^(?:email|phone|number_valid) = |^deleted_at = NULL$/;

const IS_MOVED = `(l.deleted_at IS NULL AND (b.email, b.phone, b.number_valid, b.deleted_at)
    IS DISTINCT FROM (l.email, l.phone, l.number_valid, l.deleted_at)) AS is_moved`;

const TO_MARK = `
  to_mark AS (
    INSERT INTO leads_to_mark (organization_id, lead_id) SELECT $1, id FROM changed WHERE is_moved ON CONFLICT DO NOTHING
  )`;

/** Marks the recorded leads that are on a suppression list now, unmarks the others, and removes the record. */
async function markMoved(tx: StoreTransaction): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    'DELETE FROM leads_to_mark WHERE organization_id = $1 RETURNING lead_id AS id',
    [tx.organizationId],
  );
  if (moved.length === 0) return;
  await refreshMarks(
    tx,
    moved.map(({ id }) => id),
  );
}

async function hasEntries(tx: StoreTransaction): Promise<boolean> {
  await holdLists(tx);
  return (await entryForms(tx)) !== null;
}

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
 * Changes leads with searched texts and log entries in one statement; a second folds texts that only the first knew. Marks leads whose new
 * email or phone is on a suppression list. The transaction must have locked the leads.
 */
export async function changeLeads<R extends Record<string, unknown>>(
  tx: StoreTransaction,
  change: LeadChange,
  values: readonly unknown[],
): Promise<R[]> {
  const marks = change.set.some((assignment) => CONTACT.test(assignment)) && (await hasEntries(tx));
  const run = () => tx.query<R>(statementOf(change, marks), [...values]);
  const rows = await (change.source === ONE_LEAD ? run() : lookUpTogether(tx, run));
  if (unfoldedColumns(change.set).length > 0) await foldChanged(tx);
  if (marks) await markMoved(tx);
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

function statementOf(change: LeadChange, marks: boolean): string {
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
    ...(marks ? [IS_MOVED] : []),
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
    ...(marks ? [TO_MARK] : []),
    LOG_CHANGED,
    ...also,
  ];
  return `WITH ${parts.join(', ')} ${result}`;
}

const MARKED_AT_ONCE = 5_000;

interface MarkedLead extends Record<string, unknown> {
  id: string;
  email: string | null;
  phone: string | null;
  suppressed: boolean;
}

/** Marks those of the leads outside the trash that are on a list for everyone, and removes other marks. */
export async function refreshMarks(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MARKED_AT_ONCE) {
    const some = ids.slice(from, from + MARKED_AT_ONCE);
    const wrong = await wronglyMarked(tx, some);
    // Only these are locked, and looked at again: they may have changed before.
    if (wrong.length > 0) await changeMarks(tx, await wronglyMarked(tx, wrong, 'FOR UPDATE'));
  }
}

async function wronglyMarked(
  tx: StoreTransaction,
  ids: readonly string[],
  lock: 'FOR UPDATE' | '' = '',
): Promise<string[]> {
  const leads = await tx.query<MarkedLead>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone, suppressed FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY id DESC ${lock}`,
    [tx.organizationId, ids],
  );
  const hits = await askLists(tx, leads);
  return leads.flatMap(({ id, suppressed }, at) =>
    hits[at] !== undefined && isHit(hits[at]) === suppressed ? [] : [id],
  );
}

async function changeMarks(tx: StoreTransaction, ids: readonly string[]): Promise<void> {
  await changeLeads(
    tx,
    {
      source: 'SELECT unnest($2::uuid[]) AS id',
      // Programs that follow changes see it; an undo of earlier changes stays possible.
      set: ['suppressed = NOT b.suppressed', 'updated_at = now()'],
      keepsVersion: true,
    },
    [tx.organizationId, ids],
  );
}
