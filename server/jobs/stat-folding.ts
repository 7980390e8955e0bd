import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import { foldPlaces } from '../leads/place-folding-writes.ts';
import { SUM_ENTRY } from '../leads/place-reads.ts';
import { ENTRIES_LEFT, foldStats } from '../leads/stat-folding-writes.ts';

/** Between two looks at what was changed (milliseconds). */
const EVERY_MS = 3_000;
/** How often all organizations are looked through, for changes whose word was lost (milliseconds). */
const ALL_EVERY_MS = 3_600_000;

/**
 * Keeps the counts of leads short: folds the entries of each organization a few seconds after its leads changed.
 * Any number of servers may do so.
 * @returns stops it, and waits for what is under way
 */
export function startStatFolding(context: Context): () => Promise<void> {
  const changed = new Set<string>();
  let lookedAtAll = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | null = null;
  let stopped = false;
  const fold = async (): Promise<void> => {
    if (performance.now() - lookedAtAll > ALL_EVERY_MS) {
      lookedAtAll = performance.now();
      for (const id of await organizationsToFold(context)) changed.add(id);
    }
    for (const organizationId of changed) {
      if (stopped) return;
      changed.delete(organizationId);
      const scope = scopeOf(context, organizationId);
      await scope.transaction((tx) => foldStats(tx));
      await scope.transaction((tx) => foldPlaces(tx));
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

async function organizationsToFold(context: Context): Promise<string[]> {
  const { rows } = await context.db.owner.query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id FROM (
       SELECT organization_id FROM lead_stats
       GROUP BY organization_id, dimension, value HAVING count(*) >= $1
       UNION ALL SELECT organization_id FROM lead_places WHERE entry <> $2) AS many`,
    [ENTRIES_LEFT, SUM_ENTRY],
  );
  return rows.map(({ id }) => id);
}
