import type { Context } from '../../platform/context/context.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { ENTRIES_LEFT, foldStats } from '../stats/stat-folding-writes.ts';
import { miningIn } from './mining-thread.ts';
import { foldSegments } from './segment-folding.ts';
import {
  countWritten,
  LEFT_AT_REST,
  LEFT_MEANWHILE,
  LEFT_SOON,
  type Left,
  SEGMENT_LEADS,
} from './segment-folding-writes.ts';

/** When what is done, in milliseconds. */
interface Pace {
  /** Between two looks at what was changed. */
  every: number;
  /** From so long after many came or changed on leads are at rest. */
  rest: number;
}

const PACE: Pace = { every: 3_000, rest: 30_000 };
/** So many new leads and changes between two looks are no work of hands. */
const MANY = 1_000;
/** How often all organizations are looked through, for changes whose word was lost (milliseconds). */
const ALL_EVERY_MS = 3_600_000;

/** What is known of an organization whose leads changed. */
interface Watched {
  /** The last word of a change. */
  toldAt: number;
  /** When many leads came or changed last. */
  manyAt: number;
  /** What `countWritten` told at the end of the last look. */
  written: number;
}

/**
 * Keeps the counts of leads short and their segments up to date: folds what came to each organization a few seconds after its
 * leads changed.
 * Any number of servers may do so.
 * @returns stops it, and waits for what is under way
 */
export function startStatFolding(context: Context, pace = PACE): () => Promise<void> {
  const watched = new Map<string, Watched>();
  let lookedAtAll = Number.NEGATIVE_INFINITY;
  let lookedAt = lookedAtAll;
  let working: Promise<void> | null = null;
  let stopped = false;
  const note = (organizationId: string): void => {
    const toldAt = performance.now();
    const before = watched.get(organizationId) ?? { manyAt: toldAt, written: Number.POSITIVE_INFINITY };
    watched.set(organizationId, { ...before, toldAt });
  };
  const fold = async (): Promise<void> => {
    const [before, now] = [lookedAt, performance.now()];
    lookedAt = now;
    if (now - lookedAtAll > ALL_EVERY_MS) {
      lookedAtAll = now;
      for (const id of await organizationsToFold(context)) note(id);
    }
    for (const [organizationId, { toldAt, manyAt, written }] of [...watched]) {
      if (stopped) return;
      const scope = scopeOf(context, organizationId);
      const grown = await scope.transaction(async (tx) => {
        if (toldAt >= before) await foldStats(tx);
        return (await countWritten(tx)) - written;
      });
      const since = grown > MANY ? now : manyAt;
      const left = leftAfter(now - since, pace);
      const isDone = await foldSegments(scope, miningIn(context.threads), left, () => stopped);
      const told = watched.get(organizationId)?.toldAt ?? toldAt;
      if (isDone && left === LEFT_AT_REST && told === toldAt) watched.delete(organizationId);
      else {
        const counted = await scope.transaction((tx) => countWritten(tx));
        watched.set(organizationId, { toldAt: told, manyAt: since, written: counted });
      }
    }
  };
  const forget = context.notices.onLeadsChanged(note);
  const timer = setInterval(() => {
    working ??= fold()
      .catch((error: unknown) => context.log.warn({ err: error }, 'folding the counts of leads failed'))
      .finally(() => {
        working = null;
      });
  }, pace.every);
  return async () => {
    stopped = true;
    forget();
    clearInterval(timer);
    await working;
  };
}

/** What may be left so long after many leads came or changed. */
function leftAfter(ms: number, { every, rest }: Pace): Left {
  if (ms >= rest) return LEFT_AT_REST;
  return ms < every ? LEFT_MEANWHILE : LEFT_SOON;
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
    [ENTRIES_LEFT, LEFT_AT_REST.anew, SEGMENT_LEADS],
  );
  return rows.map(({ id }) => id);
}
