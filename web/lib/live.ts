import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { previewBulk } from '#contract/bulk.ts';
import { listCustomFields } from '#contract/custom-fields.ts';
import type { SentTo } from '#contract/endpoint.ts';
import type { ChangeEvent, LeadAspect } from '#contract/events.ts';
import { listLeadStatuses } from '#contract/lead-statuses.ts';
import { type getLead, listLeads } from '#contract/leads.ts';
import {
  CONSENT_RULES_PATH,
  CONSENTS_PATH,
  CUSTOMERS_PATH,
  DASHBOARD_PATH,
  DELIVERIES_PATH,
  DRAFTS_PATH,
  DUPLICATES_PATH,
  FILTER_VALUES_PATH,
  GRIDS_PATH,
  IMPORT_QUEUE_PATH,
  IMPORTS_PATH,
  LEAD_CHANGES,
  LEAD_PATH,
  ORDERS_PATH,
  OUTCOMES_PATH,
  OWNERS_PATH,
  PREVIEW_PATH,
  TRASH_PATH,
  VIEW_COUNTS_PATH,
} from '#contract/live-paths.ts';
import { openChangeStream, type StreamHost } from './change-stream.ts';
import { queryClient } from './query.ts';
import { serverReach } from './server-reach.ts';

/** A subject of changes: a type of record, an aspect of leads, or a lead by its id. */
export type Topic =
  | Exclude<ChangeEvent['type'], 'hello' | 'leads'>
  | LeadAspect
  | 'any lead'
  | `lead ${string}`;

/** Everything about any lead. */
export const LEAD_TOPICS: readonly Topic[] = [...LEAD_CHANGES, 'any lead'];

const EVERY_MS = 1000;

const ALL_TOPICS: readonly Topic[] = [
  ...LEAD_TOPICS,
  ...(['imports', 'fields', 'drafts', 'grids', 'queue', 'deliveries'] as const),
];
const LIST_TOPICS = LEAD_CHANGES.filter((aspect) => aspect !== 'duplicates');

/** Topics of the queries of a path and of those below it that have none of their own. */
const TOPICS: Record<string, readonly Topic[]> = {
  [listLeads.path]: [...LIST_TOPICS, 'fields'],
  [TRASH_PATH]: ['trash', 'fields'],
  [FILTER_VALUES_PATH]: ['counts', 'fields'],
  [listLeadStatuses.path]: ['fields'],
  [`${listLeadStatuses.path}/usage`]: ['statuses', 'trash', 'fields'],
  [OWNERS_PATH]: [],
  [VIEW_COUNTS_PATH]: LIST_TOPICS,
  [DUPLICATES_PATH]: ['values', 'trash', 'duplicates'],
  [CUSTOMERS_PATH]: ['sales', 'trash'],
  // Orders pause themselves by what buyers answer.
  [ORDERS_PATH]: ['sales', 'trash', 'deliveries'],
  [`${ORDERS_PATH}/match`]: [],
  [OUTCOMES_PATH]: ['deliveries', 'sales'],
  [DELIVERIES_PATH]: ['deliveries', 'sales', 'trash'],
  [`${DELIVERIES_PATH}/preview`]: [],
  [`${DELIVERIES_PATH}/email-settings`]: [],
  [`${CUSTOMERS_PATH}/sales`]: ['sales', 'trash', 'values'],
  [DASHBOARD_PATH]: ['counts', 'sales', 'trash', 'imports'],
  [`${DASHBOARD_PATH}/statuses`]: ['counts', 'sales', 'trash', 'imports', 'fields'],
  [IMPORTS_PATH]: ['imports'],
  // A preview shows a file, not stored data.
  [PREVIEW_PATH]: [],
  [IMPORT_QUEUE_PATH]: ['imports', 'queue'],
  [listCustomFields.path]: ['fields'],
  [CONSENT_RULES_PATH]: ['fields'],
  // Which leads have consent, and which channels need it.
  [previewBulk.path]: [...LIST_TOPICS, 'fields'],
  [DRAFTS_PATH]: ['drafts'],
  [GRIDS_PATH]: ['grids'],
};

function topicsOf(event: ChangeEvent): readonly Topic[] {
  if (event.type === 'hello') return [];
  if (event.type !== 'leads') return [event.type];
  return [...event.aspects, ...(event.ids?.map((id): Topic => `lead ${id}`) ?? ['any lead' as const])];
}

/** Returns whether a change of one of the topics may affect a query. */
export function isTouched([path, input]: QueryKey, topics: ReadonlySet<Topic>): boolean {
  if (typeof path !== 'string') return false;
  if (path === LEAD_PATH || path === CONSENTS_PATH) {
    const { params } = input as SentTo<typeof getLead>;
    return (['fields', 'any lead', `lead ${params.id}`] as const).some((topic) => topics.has(topic));
  }
  let stem = path;
  while (stem !== '' && TOPICS[stem] === undefined) stem = stem.slice(0, stem.lastIndexOf('/'));
  return TOPICS[stem]?.some((topic) => topics.has(topic)) ?? false;
}

/** Invalidates affected queries. Initial fetches run again, because their answer may predate the change. */
export async function refetchTouched(client: QueryClient, topics: Iterable<Topic>): Promise<void> {
  const all = new Set(topics);
  const predicate = ({ queryKey }: Query) => isTouched(queryKey, all);
  const first = client
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  const again = first.map(async (query) => {
    await Promise.allSettled([query.promise]);
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
  await Promise.all([client.invalidateQueries({ predicate }), ...again]);
}

const BROWSER: StreamHost = {
  open(path, onMessage, onLost) {
    const source = new EventSource(path, { withCredentials: true });
    source.onmessage = ({ data }) => onMessage(String(data));
    source.onerror = () => {
      void serverReach.check();
      onLost();
    };
    return source;
  },
  isHidden: () => document.hidden,
};

/** Returns the function that stops live updates. */
function goLive(): () => void {
  const throttle = throttleRefetch<Topic>((topics) => refetchTouched(queryClient, topics), EVERY_MS);
  const stream = openChangeStream(
    BROWSER,
    (event) => throttle.ask(topicsOf(event)),
    () => throttle.ask(ALL_TOPICS),
  );
  document.addEventListener('visibilitychange', stream.onVisibility);
  // Reconnects at once when the server is back.
  const stopFollowing = serverReach.subscribe(stream.onVisibility);
  return () => {
    stopFollowing();
    document.removeEventListener('visibilitychange', stream.onVisibility);
    stream.close();
    throttle.stop();
  };
}

/** Keeps the signed-in user's screen up to date; null for no user. */
export function useLiveUpdates(userId: string | null): void {
  useEffect(() => (userId === null ? undefined : goLive()), [userId]);
}

interface RefetchThrottle<T> {
  ask(wanted: Iterable<T>): void;
  stop(): void;
}

/** Runs `refetch` with all requests since the last run, at most once in `everyMs` and never concurrently. */
export function throttleRefetch<T>(
  refetch: (wanted: ReadonlySet<T>) => Promise<unknown>,
  everyMs: number,
): RefetchThrottle<T> {
  const wanted = new Set<T>();
  let running = false;
  let stopped = false;

  async function run() {
    running = true;
    while (wanted.size > 0 && !stopped) {
      const now = new Set(wanted);
      wanted.clear();
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      await Promise.allSettled([refetch(now), pause]);
    }
    running = false;
  }

  return {
    ask(more) {
      for (const one of more) wanted.add(one);
      if (!running && !stopped) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
