import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import {
  announceSegments,
  countNewLeads,
  foldSegment,
  foldsToDo,
  isAnnouncementKnown,
  LEFT_AT_REST,
  LEFT_MEANWHILE,
  type Left,
  SEGMENT_LEADS,
  sealSegment,
} from '../leads/segment-folding-writes.ts';
import { ENTRIES_LEFT, foldStats } from '../leads/stat-folding-writes.ts';
import type { OrganizationScope } from '../security/scope.ts';

/** Between two looks at what was changed (milliseconds). */
const EVERY_MS = 3_000;
/** How long segments of one organization are made before others have their turn (milliseconds). */
const AT_MOST_MS = 1_500;
/** How often all organizations are looked through, for changes whose word was lost (milliseconds). */
const ALL_EVERY_MS = 3_600_000;

/**
 * Keeps the counts of leads short and their segments up to date: folds what came to each organization a few seconds after its
 * leads changed.
 * Any number of servers may do so.
 * @returns stops it, and waits for what is under way
 */
export function startStatFolding(context: Context): () => Promise<void> {
  const changed = new Set<string>();
  /** Those of the time before: what was put off while they changed is still to be done. */
  const quiet = new Set<string>();
  let lookedAtAll = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | null = null;
  let stopped = false;
  const fold = async (): Promise<void> => {
    if (performance.now() - lookedAtAll > ALL_EVERY_MS) {
      lookedAtAll = performance.now();
      for (const id of await organizationsToFold(context)) changed.add(id);
    }
    for (const organizationId of new Set([...changed, ...quiet])) {
      if (stopped) return;
      const isChanging = changed.delete(organizationId);
      quiet.add(organizationId);
      const scope = scopeOf(context, organizationId);
      if (isChanging) await scope.transaction((tx) => foldStats(tx));
      const left = isChanging ? LEFT_MEANWHILE : LEFT_AT_REST;
      const isDone = await foldSegments(scope, left, () => stopped);
      if (isDone && !isChanging) quiet.delete(organizationId);
    }
  };
  const forget = context.notices.onLeadsChanged((organizationId) => changed.add(organizationId));
  const timer = setInterval(() => {
    working ??= fold()
      .catch((error: unknown) => context.log.warn({ err: error }, 'folding the counts of leads failed'))
      .finally(() => {
        working = null;
      });
  }, EVERY_MS);
  return async () => {
    stopped = true;
    forget();
    clearInterval(timer);
    await working;
  };
}

/**
 * Makes segments of what is new and what changed, for a while. Answers whether all is done: what is left, and what others still
 * have to commit before it can be, is for the next time.
 */
async function foldSegments(
  scope: OrganizationScope,
  left: Left,
  isStopped: () => boolean,
): Promise<boolean> {
  const until = performance.now() + AT_MOST_MS;
  const isOver = (): boolean => isStopped() || performance.now() > until;
  while (
    (await scope.transaction((tx) => countNewLeads(tx))) >= SEGMENT_LEADS &&
    (await scope.transaction((tx) => announceSegments(tx)))
  ) {
    if (isOver() || !(await scope.transaction((tx) => isAnnouncementKnown(tx)))) return false;
    while (await scope.transaction((tx) => sealSegment(tx))) if (isOver()) return false;
  }
  for (const fold of await scope.transaction((tx) => foldsToDo(tx, left))) {
    if (isOver() || !(await scope.transaction((tx) => foldSegment(tx, fold)))) return false;
  }
  return true;
}

async function organizationsToFold(context: Context): Promise<string[]> {
  const { rows } = await context.db.owner.query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id FROM (
       SELECT organization_id FROM lead_stats
       GROUP BY organization_id, dimension, value HAVING count(*) >= $1
       UNION ALL
       SELECT organization_id FROM lead_changes GROUP BY organization_id HAVING count(*) > $2
       UNION ALL
       SELECT organization_id FROM lead_text_changes GROUP BY organization_id HAVING count(*) > $2
       UNION ALL
       SELECT organization_id FROM lead_segments LEFT JOIN lead_strings t USING (organization_id, low) WHERE t.low IS NULL
       UNION ALL
       SELECT a.organization_id FROM lead_stats a WHERE dimension = 'all' GROUP BY a.organization_id
       HAVING sum(a.total) - coalesce((SELECT sum(leads) FROM lead_segments s
         WHERE s.organization_id = a.organization_id), 0) > $3) AS many`,
    [ENTRIES_LEFT, LEFT_AT_REST.changes, SEGMENT_LEADS],
  );
  return rows.map(({ id }) => id);
}
