import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import type { Threads } from '../../platform/jobs/threads.ts';
import { compactCounts, ENTRIES_LEFT } from '../stats/compaction-writes.ts';
import { totalOf } from '../stats/stat-reads.ts';
import { changeSegment, indexSegment, makeSegment, type SubstringIndexing } from './build.ts';
import type { IdRange } from './clauses.ts';
import { indexingIn } from './indexing-thread.ts';

/** Leads of a new segment; one that has grown to twice as many is cut. */
export const SEGMENT_LEADS = 16_384;
/** Segments that are announced at once. */
const SEGMENTS_AT_ONCE = 16;
/** Share of a segment's leads, one in so many, above which it is made anew: below, bits are changed in place. */
const MAX_SHARE_IN_PLACE = 4;
/** More new leads and changes than this between two runs means that an import or a bulk operation is active. */
const MANY_CHANGES = 1_000;
/** How long one organization is worked on in one run, in milliseconds; what is left is for the next. */
const MAX_RUN_MS = 1_500;

/** Log entries that may stay beside the segments. Each thousand takes a count some milliseconds. */
export interface Limits {
  /** Of leads whose bits can be changed in place. */
  inPlace: number;
  /** Of leads that came, went, or have another searched text. */
  anew: number;
  /** Whether segments may be left without substrings. */
  unindexed: boolean;
}
const AT_REST: Limits = { inPlace: 1_000, anew: 1_000, unindexed: false };
/** While many leads change, a segment that is made anew would soon be again. */
const MEANWHILE: Limits = { inPlace: 20_000, anew: 100_000, unindexed: true };
const SOON: Limits = { ...MEANWHILE, inPlace: AT_REST.inPlace };

/** When the work is done, in milliseconds. */
export interface Pace {
  /** From one run to the next. */
  interval: number;
  /** Leads are at rest this long after many of them came or changed. */
  rest: number;
}
export const PACE: Pace = { interval: 3_000, rest: 30_000 };

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
  const limits = await scope.transaction((tx) => limitsFor(tx, pace));
  const isDone =
    (await seal(scope, SEGMENT_LEADS, isOver)) &&
    (await compact(scope, indexingIn(threads), { limits, leads: SEGMENT_LEADS, isOver }));
  await scope.transaction(async (tx) => {
    await tx.query('UPDATE lead_index SET written = $2 WHERE organization_id = $1', [
      tx.organizationId,
      await countWritten(tx),
    ]);
  });
  return isDone && limits === AT_REST;
}

/** Makes segments of all leads that fill one; returns false when that has to go on later. */
export async function seal(
  scope: OrganizationScope,
  leads: number,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  while (await scope.transaction((tx) => announce(tx, leads))) {
    if (isOver() || !(await scope.transaction((tx) => isAnnounced(tx)))) return false;
    while (await scope.transaction((tx) => sealNext(tx, leads))) if (isOver()) return false;
  }
  return true;
}

/** Compacts the change log to what the limits allow and indexes substrings; returns false when that has to go on later. */
export async function compact(
  scope: OrganizationScope,
  indexSubstrings: SubstringIndexing,
  { limits, leads, isOver = () => false }: { limits: Limits; leads: number; isOver?: () => boolean },
): Promise<boolean> {
  for (const task of await scope.transaction((tx) => tasksFor(tx, limits))) {
    if (isOver() || !(await scope.transaction((tx) => run(tx, task, { leads, indexSubstrings }))))
      return false;
  }
  return true;
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
    [ENTRIES_LEFT, AT_REST.anew, SEGMENT_LEADS],
  );
  return rows.map(({ id }) => id);
}

/** The limits that hold now, from how many leads came and changed since the last run. */
async function limitsFor(tx: TenantTransaction, { interval, rest }: Pace): Promise<Limits> {
  const [row] = await tx.query<{ idle: number }>(
    `INSERT INTO lead_index (organization_id, written, busy_at) VALUES ($1, $2, now())
     ON CONFLICT (organization_id) DO UPDATE SET
       busy_at = CASE WHEN excluded.written - lead_index.written > $3 THEN now() ELSE lead_index.busy_at END
     RETURNING least(extract(epoch FROM now() - busy_at) * 1000, 1e9)::float8 AS idle`,
    [tx.organizationId, await countWritten(tx), MANY_CHANGES],
  );
  const idle = row?.idle ?? 0;
  if (idle >= rest) return AT_REST;
  return idle < interval ? MEANWHILE : SOON;
}

/** A number that grows by each new lead and each change, until changes are compacted. */
async function countWritten(tx: TenantTransaction): Promise<number> {
  return (await totalOf(tx, 'all', [''])) + (await countLogged(tx, 2 * MEANWHILE.anew));
}

/** The number of log entries, counted up to one more than `most`. */
async function countLogged(tx: TenantTransaction, most: number): Promise<number> {
  const [row] = await tx.query<{ entries: number }>(
    'SELECT count(*)::int AS entries FROM (SELECT FROM lead_change_log WHERE organization_id = $1 LIMIT $2) entry',
    [tx.organizationId, most + 1],
  );
  return row?.entries ?? 0;
}

/** Takes the organization's maintenance lock until the transaction ends; returns false while another server has it. */
async function lock(tx: TenantTransaction): Promise<boolean> {
  const [taken] = await tx.query<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('lead_index:' || $1, 0)) AS held",
    [tx.organizationId],
  );
  return taken?.held === true;
}

/**
 * The same for a transaction that sees one moment: the leads that it reads, and the log entries that it removes, belong
 * together. What others write meanwhile adds entries of its own. Leads that are deleted for good wait (forget_deleted_leads).
 */
async function lockSnapshot(tx: TenantTransaction): Promise<boolean> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  if (!(await lock(tx))) return false;
  await tx.query('SELECT FROM lead_index WHERE organization_id = $1 FOR UPDATE', [tx.organizationId]);
  return true;
}

/**
 * Announces the next watermark where there are enough leads for it: from its commit on writers log changes below it.
 * @returns whether one is announced
 */
export async function announce(tx: TenantTransaction, leads: number): Promise<boolean> {
  if (!(await lock(tx))) return false;
  const { organizationId } = tx;
  const [index] = await tx.query<{ watermark: string; isPending: boolean }>(
    'SELECT watermark, pending_watermark > watermark AS "isPending" FROM lead_index WHERE organization_id = $1',
    [organizationId],
  );
  if (index?.isPending) return true;
  const [next] = await tx.query<{ id: string }>(
    `SELECT id FROM (
       SELECT lead_id AS id, row_number() OVER (ORDER BY lead_id) AS n FROM (
         SELECT lead_id FROM lead_search WHERE organization_id = $1 AND ($2::uuid IS NULL OR lead_id >= $2)
         ORDER BY lead_id LIMIT $3::int * $4::int + 1
       ) AS listed
     ) AS numbered
     WHERE n > $3 AND n % $3 = 1 ORDER BY n DESC LIMIT 1`,
    [organizationId, index?.watermark ?? null, leads, SEGMENTS_AT_ONCE],
  );
  if (next === undefined) return false;
  await tx.query(
    `INSERT INTO lead_index (organization_id, pending_watermark) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET pending_watermark = excluded.pending_watermark, announced_at = NULL`,
    [organizationId, next.id],
  );
  return true;
}

/**
 * Whether all writers know the pending watermark: those that began before it are known by their transaction ids, and have
 * ended. To be called in another transaction than the one that announced it.
 */
export async function isAnnounced(tx: TenantTransaction): Promise<boolean> {
  // A transaction id that is yet to come is of another server, from which this database was restored.
  await tx.query(
    `UPDATE lead_index SET announced_at = pg_snapshot_xmax(pg_current_snapshot())
     WHERE organization_id = $1 AND (announced_at IS NULL OR announced_at > pg_snapshot_xmax(pg_current_snapshot()))`,
    [tx.organizationId],
  );
  const [index] = await tx.query<{ isKnown: boolean }>(
    'SELECT announced_at <= pg_snapshot_xmin(pg_current_snapshot()) AS "isKnown" FROM lead_index WHERE organization_id = $1',
    [tx.organizationId],
  );
  return index?.isKnown === true;
}

/** Makes the next segment below the pending watermark; returns whether there are more. */
export async function sealNext(tx: TenantTransaction, leads: number): Promise<boolean> {
  if (!(await lockSnapshot(tx))) return false;
  const [index] = await tx.query<{ watermark: string; pending: string; isKnown: boolean }>(
    `SELECT watermark, pending_watermark AS pending,
       coalesce(announced_at <= pg_snapshot_xmin(pg_current_snapshot()), false) AS "isKnown"
     FROM lead_index WHERE organization_id = $1`,
    [tx.organizationId],
  );
  if (index === undefined || !index.isKnown || index.watermark >= index.pending) return false;
  const before = await idBehind(tx, { from: index.watermark, before: index.pending }, leads);
  await makeSegment(tx, { from: index.watermark, before });
  await tx.query('UPDATE lead_index SET watermark = $2 WHERE organization_id = $1', [
    tx.organizationId,
    before,
  ]);
  return before < index.pending;
}

/** Something to do to a segment. */
export interface Task {
  low: string;
  do: 'change' | 'anew' | 'index';
}

/** The tasks after which no more is left than the limits allow; segments with most changes first. */
export async function tasksFor(tx: TenantTransaction, limits: Limits): Promise<Task[]> {
  const unindexed = limits.unindexed
    ? []
    : await tx.query<{ low: string }>(
        'SELECT low FROM lead_segments WHERE organization_id = $1 AND dictionary IS NULL ORDER BY low DESC',
        [tx.organizationId],
      );
  const index = new Set(unindexed.map(({ low }) => low));
  const tasks: Task[] = [];
  const least = Math.min(limits.inPlace, limits.anew);
  if ((await countLogged(tx, least)) > least) {
    const changed = await changesBySegment(tx);
    const anew = new Set([
      ...excess(changed, 'moved', limits.anew),
      ...changed.filter(({ same, leads }) => same * MAX_SHARE_IN_PLACE > leads).map(({ low }) => low),
    ]);
    for (const low of anew) {
      tasks.push({ low, do: 'anew' });
      if (!limits.unindexed) index.add(low);
    }
    for (const low of excess(changed, 'same', limits.inPlace))
      if (!anew.has(low)) tasks.push({ low, do: 'change' });
  }
  return [...tasks, ...Array.from(index, (low): Task => ({ low, do: 'index' }))];
}

interface Changed {
  low: string;
  leads: number;
  /** Changed leads that came, went, or have another searched text. */
  moved: number;
  /** Other changed leads. */
  same: number;
}

async function changesBySegment(tx: TenantTransaction): Promise<Changed[]> {
  return tx.query<Changed & { low: string }>(
    `WITH segments AS MATERIALIZED (
       SELECT low, leads, row_number() OVER (ORDER BY low) AS nth FROM lead_segments WHERE organization_id = $1
     ), logged AS (
       SELECT width_bucket(l.lead_id, ARRAY(SELECT low FROM segments ORDER BY low)) AS nth, coalesce(
         (SELECT search_text = (l.was).search_text FROM lead_search s WHERE s.organization_id = $1 AND s.lead_id = l.lead_id),
         false) AS same
       FROM (
         SELECT DISTINCT ON (lead_id) lead_id, was FROM lead_change_log
         WHERE organization_id = $1 AND lead_id < (SELECT watermark FROM lead_index WHERE organization_id = $1)
         ORDER BY lead_id, entry
       ) AS l
     )
     SELECT low, leads, (count(*) FILTER (WHERE NOT same))::int AS moved, (count(*) FILTER (WHERE same))::int AS same
     FROM logged JOIN segments USING (nth) GROUP BY low, leads`,
    [tx.organizationId],
  );
}

/** The segments with most of one kind of changes, without which no more than `most` are left. */
function excess(changed: readonly Changed[], kind: 'moved' | 'same', most: number): string[] {
  let left = changed.reduce((sum, segment) => sum + segment[kind], 0);
  const lows: string[] = [];
  for (const segment of changed.toSorted((a, b) => b[kind] - a[kind])) {
    if (left <= most) break;
    left -= segment[kind];
    lows.push(segment.low);
  }
  return lows;
}

/** Does a task; returns false while another server maintains the index. */
export async function run(
  tx: TenantTransaction,
  { low, do: work }: Task,
  { leads, indexSubstrings }: { leads: number; indexSubstrings: SubstringIndexing },
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

/** The id behind the first `leads` leads of a range; its end where there are no more. */
async function idBehind(tx: TenantTransaction, { from, before }: IdRange, leads: number): Promise<string> {
  const [next] = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_search WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3
     ORDER BY lead_id OFFSET $4 LIMIT 1`,
    [tx.organizationId, from, before, leads],
  );
  return next?.id ?? before;
}
