import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import type { Threads } from '../../platform/jobs/threads.ts';
import { compactCounts, ENTRIES_LEFT } from '../stats/compaction-writes.ts';
import { totalOf } from '../stats/stat-reads.ts';
import { changeSegment, indexSegment, makeSegment, type SubstringIndexing } from './build.ts';
import type { IdRange } from './clauses.ts';
import { indexingIn } from './indexing-thread.ts';
import { idBehind, lockSnapshot, seal } from './seal.ts';

/** Leads of a new segment; one that has grown to twice as many is cut. */
export const SEGMENT_LEADS = 16_384;
/** Share of a segment's leads, one in so many, above which it is made anew: below, bits are changed in place. */
const MAX_SHARE_IN_PLACE = 4;
/** More new leads and changes than this between two runs means that an import or a bulk operation is active. */
const MANY_CHANGES = 1_000;
/** How long one organization is worked on in one run, in milliseconds; what is left is for the next. */
const MAX_RUN_MS = 1_500;

/** Log entries that are counted to tell whether many leads change. */
const MAX_COUNTED_CHANGES = 100_000;

/** Upper bounds on the work left beside the segments, all of which a count reads. */
export interface Limits {
  /** Changed leads. */
  changes: number;
  /** Whether segments may be left without substrings. */
  unindexed: boolean;
}
const AT_REST: Limits = { changes: 1_000, unindexed: false };
/** While many leads change, what is compacted would soon have to be again. */
const BUSY: Limits = { changes: 20_000, unindexed: true };

/** When the work is done, in milliseconds. */
export interface Pace {
  /** From one run to the next. */
  interval: number;
  /** Leads are at rest this long after many of them came or changed. */
  rest: number;
}
export const PACE: Pace = { interval: 3_000, rest: 15_000 };

/**
 * Brings the counters and the index of an organization up to date, for a while. Any number of servers may call it; a lock
 * lets one work at a time.
 * @returns whether nothing is left to do until leads change again
 */
export async function maintain(
  scope: OrganizationScope,
  threads: Threads,
  { pace = PACE, isStopped = () => false }: { pace?: Pace; isStopped?: () => boolean } = {},
): Promise<boolean> {
  const end = performance.now() + MAX_RUN_MS;
  const isOver = (): boolean => isStopped() || performance.now() > end;
  await scope.transaction((tx) => compactCounts(tx));
  const limits = (await scope.transaction((tx) => isAtRest(tx, pace))) ? AT_REST : BUSY;
  const work = { limits, leads: SEGMENT_LEADS, indexSubstrings: indexingIn(threads), isOver };
  const isDone = (await seal(scope, SEGMENT_LEADS, isOver)) && (await compact(scope, work));
  await scope.transaction(async (tx) => {
    const written = await countWritten(tx);
    await tx.query('UPDATE lead_index SET written = $2 WHERE organization_id = $1', [
      tx.organizationId,
      written,
    ]);
  });
  return isDone && limits === AT_REST;
}

/** How segments are compacted. */
export interface Compaction {
  limits: Limits;
  /** Leads of a segment; one with twice as many is cut. */
  leads: number;
  indexSubstrings: SubstringIndexing;
  isOver?: () => boolean;
}

/** Compacts the change log to what the limits allow and indexes substrings; returns false when that has to go on later. */
export async function compact(scope: OrganizationScope, compaction: Compaction): Promise<boolean> {
  for (;;) {
    const tasks = await scope.transaction((tx) => tasksFor(tx, compaction.limits));
    if (tasks.length === 0) return true;
    for (const task of tasks) {
      if (compaction.isOver?.() || !(await scope.transaction((tx) => run(tx, task, compaction))))
        return false;
    }
  }
}

/** Organizations with something to maintain, for changes whose notice was lost. */
export async function organizationsToMaintain(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT organization_id AS id FROM lead_stats GROUP BY organization_id, dimension, value HAVING count(*) >= $1
     UNION SELECT organization_id FROM lead_change_log GROUP BY organization_id HAVING count(*) > $2
     UNION SELECT organization_id FROM lead_segments WHERE dictionary IS NULL
     UNION SELECT s.organization_id FROM (
         SELECT organization_id, sum(total) AS total FROM lead_stats WHERE dimension = 'all' GROUP BY 1
       ) s LEFT JOIN (SELECT organization_id, sum(leads) AS leads FROM lead_segments GROUP BY 1) i USING (organization_id)
       WHERE s.total - coalesce(i.leads, 0) > $3`,
    [ENTRIES_LEFT, AT_REST.changes, SEGMENT_LEADS],
  );
  return rows.map(({ id }) => id);
}

/** Whether many leads came or changed lately, from how many there are since the last run. */
async function isAtRest(tx: TenantTransaction, { rest }: Pace): Promise<boolean> {
  const [index] = await tx.query<{ isAtRest: boolean }>(
    `INSERT INTO lead_index (organization_id, written, busy_at) VALUES ($1, $2, now())
     ON CONFLICT (organization_id) DO UPDATE SET
       busy_at = CASE WHEN excluded.written - lead_index.written > $3 THEN now() ELSE lead_index.busy_at END
     RETURNING busy_at <= now() - make_interval(secs => $4::float8 / 1000) AS "isAtRest"`,
    [tx.organizationId, await countWritten(tx), MANY_CHANGES, rest],
  );
  return index?.isAtRest === true;
}

/** A number that grows by each new lead and each change, until changes are compacted. */
async function countWritten(tx: TenantTransaction): Promise<number> {
  return (await totalOf(tx, 'all', [''])) + (await countLogged(tx, MAX_COUNTED_CHANGES));
}

/** The number of log entries, counted up to one more than `most`. */
async function countLogged(tx: TenantTransaction, most: number): Promise<number> {
  const [row] = await tx.query<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM (SELECT FROM lead_change_log WHERE organization_id = $1 LIMIT $2) entry',
    [tx.organizationId, most + 1],
  );
  return row?.entries ?? 0;
}

/** Something to do to a segment. */
export interface Task {
  low: string;
  do: 'change' | 'anew' | 'index';
}

/**
 * The tasks after which no more is left than the limits allow. Leads that came, went, or have another searched text can't be
 * changed in place.
 */
export async function tasksFor(tx: TenantTransaction, { changes, unindexed }: Limits): Promise<Task[]> {
  const toIndex = unindexed
    ? []
    : await tx.query<Task & { low: string }>(
        `SELECT low, 'index' AS do FROM lead_segments WHERE organization_id = $1 AND dictionary IS NULL ORDER BY low DESC`,
        [tx.organizationId],
      );
  if ((await countLogged(tx, changes)) <= changes) return toIndex;
  const tasks = await tx.query<Task & { low: string }>(
    `WITH segments AS MATERIALIZED (
       SELECT low, leads, row_number() OVER (ORDER BY low) AS nth, $2 / count(*) OVER () AS most
       FROM lead_segments WHERE organization_id = $1
     ), logged AS (
       SELECT width_bucket(l.lead_id, ARRAY(SELECT low FROM segments ORDER BY low)) AS nth, coalesce(
         (SELECT search_text = (l.was).search_text FROM lead_search s WHERE s.organization_id = $1 AND s.lead_id = l.lead_id),
         false) AS is_same, entries
       FROM (
         SELECT lead_id, (array_agg(was ORDER BY entry))[1] AS was, count(*) AS entries FROM lead_change_log
         WHERE organization_id = $1 AND lead_id < (SELECT watermark FROM lead_index WHERE organization_id = $1)
         GROUP BY lead_id
       ) AS l
     ), changed AS (
       SELECT low, leads, most, sum(entries * is_same::int) AS same, sum(entries * (NOT is_same)::int) AS moved
       FROM logged JOIN segments USING (nth) GROUP BY low, leads, most
     )
     SELECT low, CASE WHEN moved > most OR same * $3 > leads THEN 'anew' ELSE 'change' END AS do
     FROM (
       SELECT *, sum(moved + same) OVER (ORDER BY moved + same, low) AS left_with_it FROM changed
     ) AS changed
     WHERE left_with_it > $2 / 2 AND greatest(moved, same) > most ORDER BY moved + same DESC`,
    [tx.organizationId, changes, MAX_SHARE_IN_PLACE],
  );
  return tasks.length > 0 ? tasks : toIndex;
}

/** Does a task; returns false while another server maintains the index. */
export async function run(
  tx: TenantTransaction,
  { low, do: work }: Task,
  { leads, indexSubstrings }: Pick<Compaction, 'leads' | 'indexSubstrings'>,
): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  // Another server may have cut it meanwhile.
  const [segment] = await tx.query<{ before: string }>(
    `SELECT coalesce((SELECT low FROM lead_segments WHERE organization_id = $1 AND low > $2 ORDER BY low LIMIT 1), watermark) AS before
     FROM lead_segments s JOIN lead_index USING (organization_id) WHERE s.organization_id = $1 AND s.low = $2`,
    [tx.organizationId, low],
  );
  if (segment === undefined) return true;
  const range = { from: low, before: segment.before };
  if (work === 'change') await changeSegment(tx, range);
  else if (work === 'index') await indexSegment(tx, range, indexSubstrings);
  else await makeAnew(tx, range, leads);
  return true;
}

/** Makes a segment anew, or several of one that has grown too large. */
async function makeAnew(tx: TenantTransaction, { from, before }: IdRange, leads: number): Promise<void> {
  const isOne = (await idBehind(tx, { from, before }, 2 * leads)) === before;
  for (let low = from; low < before; ) {
    const next = isOne ? before : await idBehind(tx, { from: low, before }, leads);
    await makeSegment(tx, { from: low, before: next });
    low = next;
  }
}
