import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { type Threads, threadTask } from '../../../platform/jobs/threads.ts';
import { compactCounts } from '../../stats/stat-writes.ts';
import { indexSegment, type Made, makeSegment, type SubstringIndexing } from './build.ts';
import type { IdRange } from './clauses.ts';
import type indexInThread from './substrings.ts';
import { advanceWatermark, lockSnapshot } from './watermark.ts';

/** Leads of a new segment. */
export const SEGMENT_LEADS = 16_384;
/** Left in the log, which every count reads. */
const MAX_CHANGES = 500;
/** A segment rebuilt meanwhile would soon have to be again. */
const MAX_BUSY_CHANGES = 20_000;
/** For one organization and run, in milliseconds. */
const MAX_RUN_MS = 1_500;
/** A small young generation: no user waits. */
const INDEX_SUBSTRINGS = threadTask<typeof indexInThread>(
  { threads: 1, idleMs: 4_000, youngMb: 6 },
  new URL('./substrings.ts', import.meta.url),
);

/** `nothing` until leads change again; `waiting` for leads to be at rest; `more` than the time of a run was enough for. */
export type Left = 'nothing' | 'waiting' | 'more';

/** Callback for a segment that was rebuilt, in the same transaction. */
export type OnRemade = (tx: TenantTransaction, made: Made) => Promise<void>;

/** How an index is maintained. */
export interface Maintenance {
  isStopped?: () => boolean;
  onRemade?: OnRemade;
}

/** Brings counters and index up to date, for a while. A lock lets one server work at a time. */
export async function maintain(
  scope: OrganizationScope,
  threads: Threads,
  { isStopped = () => false, onRemade }: Maintenance = {},
): Promise<Left> {
  const end = performance.now() + MAX_RUN_MS;
  const isOver = (): boolean => isStopped() || performance.now() > end;
  await scope.transaction((tx) => compactCounts(tx));
  if (!(await advanceWatermark(scope, SEGMENT_LEADS, isOver))) return isOver() ? 'more' : 'waiting';
  const limits = { changes: MAX_CHANGES, busyChanges: MAX_BUSY_CHANGES };
  return compact(scope, { ...limits, indexSubstrings: indexingIn(threads), isOver, onRemade });
}

/** Whether no operation changes many leads, after which what is made now would have to be made again. */
export async function isAtRest(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ isAtRest: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM imports WHERE organization_id = $1 AND status = 'processing')
       AND NOT EXISTS (SELECT FROM import_undos WHERE organization_id = $1 AND status = 'processing')
       AND NOT EXISTS (SELECT FROM bulk_operations WHERE organization_id = $1 AND status = 'processing') AS "isAtRest"`,
    [tx.organizationId],
  );
  return row?.isAtRest === true;
}

/** Returns a function that finds frequent substrings in a thread. */
export function indexingIn(threads: Threads): SubstringIndexing {
  return (texts, least) => threads.run(INDEX_SUBSTRINGS, null, { texts, least });
}

/** How segments are compacted. */
export interface Compaction {
  /** Changed leads that may be left in the log at rest. */
  changes: number;
  /** The same at other times; by default as many. */
  busyChanges?: number;
  indexSubstrings: SubstringIndexing;
  isOver?: () => boolean;
  onRemade?: OnRemade | undefined;
}

/** Compacts the change log and indexes substrings. */
export async function compact(
  scope: OrganizationScope,
  { indexSubstrings, isOver, onRemade, ...limits }: Compaction,
): Promise<Left> {
  for (;;) {
    const tasks = await scope.transaction((tx) => tasksFor(tx, limits));
    if (tasks.length === 0) return 'nothing';
    for (const task of tasks) {
      if (isOver?.()) return 'more';
      if (!(await scope.transaction((tx) => run(tx, task, indexSubstrings, onRemade)))) return 'waiting';
    }
  }
}

/** A segment with something to do. */
export interface Task extends IdRange {
  do: 'anew' | 'index';
  /** Whether it has to wait until leads are at rest. */
  waits: boolean;
}

/** Tasks that leave no more changes than may be; then those that give all segments substrings. */
export async function tasksFor(
  tx: TenantTransaction,
  { changes, busyChanges = changes }: Omit<Compaction, 'indexSubstrings'>,
): Promise<Task[]> {
  const segments = await tx.query<IdRange & { isUnindexed: boolean; logged: number }>(
    `WITH segments AS MATERIALIZED (
       SELECT low, lead(low, 1, watermark) OVER (ORDER BY low) AS before, row_number() OVER (ORDER BY low) AS nth,
         dictionary IS NULL AS unindexed
       FROM lead_segments JOIN lead_index USING (organization_id) WHERE organization_id = $1
     ), logged AS (
       SELECT width_bucket(lead_id, ARRAY(SELECT low FROM segments ORDER BY low)) AS nth, count(*)::int AS entries
       FROM lead_change_log
       WHERE organization_id = $1 AND lead_id < (SELECT watermark FROM lead_index WHERE organization_id = $1)
       GROUP BY 1
     )
     SELECT low AS "from", before, unindexed AS "isUnindexed", coalesce(entries, 0) AS logged
     FROM segments LEFT JOIN logged USING (nth) ORDER BY logged DESC, low DESC`,
    [tx.organizationId],
  );
  let left = segments.reduce((sum, { logged }) => sum + logged, 0);
  const rests = await isAtRest(tx);
  if (left <= changes) {
    return segments
      .filter(({ isUnindexed }) => isUnindexed)
      .map(({ from, before }) => ({ from, before, do: 'index', waits: !rests }));
  }
  // The fewest segments that shorten the log by half: further changes are likely among their leads.
  const tasks: Task[] = [];
  const waits = !rests && left <= busyChanges;
  for (let nth = 0; left > changes / 2; nth++) {
    const { from, before, logged } = segments[nth] as (typeof segments)[number];
    tasks.push({ from, before, do: 'anew', waits });
    left -= logged;
  }
  return tasks;
}

/** Returns false where the task waits for another server or for rest. */
export async function run(
  tx: TenantTransaction,
  { do: work, waits, ...range }: Task,
  indexSubstrings: SubstringIndexing,
  onRemade?: OnRemade,
): Promise<boolean> {
  if (waits) return false;
  if (!(await lockSnapshot(tx))) return false;
  if (work === 'index') await indexSegment(tx, range, indexSubstrings);
  else {
    const made = await makeSegment(tx, range);
    // A segment that lost or gained leads may soon lose or gain more, and all of its leads would be put in order each time.
    if (made.previous !== null || (await isAtRest(tx))) await onRemade?.(tx, made);
  }
  return true;
}
